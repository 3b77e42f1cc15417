import type { ReplyStep, Step } from '../port/step.js';
import type { PlannerView } from '../port/view.js';

/** A reply that was not given since this entry of the conversation; undefined when it was. */
export function sayOnce(view: PlannerView, since: number, reply: ReplyStep): Step | undefined {
  const told = view.conversation.slice(since + 1);
  return told.some((entry) => entry.kind === 'reply' && entry.code === reply.code) ? undefined : reply;
}

/**
 * Asks about something so many times at most; then a person finds out. Nothing is asked while a question waits for its
 * answer, and whoever asks is told how often it was asked before.
 */
export function askAtMost(
  view: PlannerView,
  { about, most }: { readonly about: string; readonly most: number },
  ask: (count: number) => Step,
): Step {
  const said = view.conversation.filter(({ kind }) => kind === 'question' || kind === 'customer_message');
  if (said.at(-1)?.kind === 'question') return { type: 'done', outcome: 'awaiting_customer' };
  const count = said.filter((entry) => entry.kind === 'question' && entry.about === about).length;
  return count >= most ? { type: 'escalate', reason: `${about}_not_named` } : ask(count);
}
