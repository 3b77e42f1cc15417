import type { Ports } from '@countersign/contracts';
import { jsonSchema, type LanguageModel, Output, streamText } from 'ai';
import { boundReached } from '../port/loops.js';
import type { Planner, PlannerVersions, Turn, Usage } from '../port/step.js';
import type { PlannerView } from '../port/view.js';
import { answerSchema } from './answer-schema.js';
import { documentOf, documentText } from './document.js';
import { classOf, ModelFailure } from './failures.js';
import { instructionsFor, promptVersion } from './instructions.js';
import { costOf, outputTokensFor, type Price, tokensOf } from './prices.js';
import { readModelAnswer } from './read-answer.js';

export interface ModelSettings {
  readonly model: LanguageModel;
  /** As the events name it, `openai-compatible/name`. */
  readonly modelName: string;
  readonly price: Price;
  readonly timeoutMs: number;
  readonly outputTokensMax: number;
  readonly ports: Pick<Ports, 'clock'>;
}

/** Fewer are no answer, so none is paid for. */
const outputTokensMin = 50;

/**
 * A planner that asks a model. One call, one step: no tool is given to the model to run, nothing is tried again
 * here, and no call is made that the bounds of the case could not pay for.
 */
export class ModelPlanner implements Planner {
  constructor(private readonly settings: ModelSettings) {}

  /** @throws ModelFailure when no step came; it says what that cost. */
  async next(view: PlannerView): Promise<Turn> {
    const { modelName, price } = this.settings;
    const versions: PlannerVersions = { planner: 'model-1', model: modelName, prompt: promptVersion(view) };
    const prompt = documentText(documentOf(view));
    const inputTokens = tokensOf(instructionsFor(view)) + tokensOf(prompt);
    const affordable = outputTokensFor(view.boundsLeft.spendMicros, inputTokens, price);
    const bound = boundReached(view) ?? (affordable < outputTokensMin ? 'spendMicros' : undefined);
    if (bound !== undefined) {
      const free: Usage = { inputTokens: 0, outputTokens: 0, costMicros: 0 };
      return {
        step: { type: 'escalate', reason: `bound_reached:${bound}` },
        facts: [],
        usage: free,
        versions,
      };
    }
    const heard = await this.#ask(view, prompt, affordable);
    const usage = costOf(
      {
        inputTokens: heard.usage?.inputTokens ?? inputTokens,
        outputTokens: heard.usage?.outputTokens ?? tokensOf(heard.text),
      },
      price,
    );
    if (heard.failed !== undefined) throw new ModelFailure(heard.failed, usage, versions);
    const answer = readModelAnswer(heard.text, view);
    if (answer === undefined) throw new ModelFailure({ class: 'malformed' }, usage, versions);
    return { ...answer, usage, versions };
  }

  async #ask(view: PlannerView, prompt: string, affordable: number): Promise<Heard> {
    const { model, timeoutMs, outputTokensMax, ports } = this.settings;
    const over = new AbortController();
    const wall = Math.min(timeoutMs, view.boundsLeft.wallClockMs);
    const done = new AbortController();
    const late = ports.clock.wait(wall, done.signal).then(
      () => over.abort(),
      () => undefined,
    );
    try {
      const { stream } = streamText({
        model,
        instructions: instructionsFor(view),
        prompt,
        output: Output.object({ schema: jsonSchema(answerSchema(view) as Parameters<typeof jsonSchema>[0]) }),
        maxOutputTokens: Math.min(outputTokensMax, affordable),
        maxRetries: 0,
        abortSignal: over.signal,
        onError: () => undefined,
      });
      return await collected(stream, () => ports.clock.nowMs(), over.signal);
    } finally {
      done.abort();
      await late;
    }
  }
}

interface Heard {
  readonly text: string;
  readonly usage?: { readonly inputTokens: number | undefined; readonly outputTokens: number | undefined };
  readonly failed?: ModelFailure['failed'];
}

type Parts = ReturnType<typeof streamText>['stream'];

/** The whole text of a stream that ended as it should; else what came of it, and how it ended. */
async function collected(stream: Parts, nowMs: () => number, over: AbortSignal): Promise<Heard> {
  let text = '';
  let failed: ModelFailure['failed'] | undefined = { class: 'cut_off' };
  let usage: Heard['usage'];
  try {
    for await (const part of stream) {
      if (part.type === 'text-delta') text += part.text;
      if (part.type === 'error') {
        return { text, failed: over.aborted ? { class: 'timed_out' } : afterError(part.error, text, nowMs) };
      }
      if (part.type === 'abort') return { text, failed: { class: 'timed_out' } };
      if (part.type !== 'finish') continue;
      usage = part.totalUsage;
      failed = endingOf(part.finishReason);
    }
  } catch (error) {
    failed = over.aborted ? { class: 'timed_out' } : afterError(error, text, nowMs);
  }
  return { text, ...(usage === undefined ? {} : { usage }), ...(failed === undefined ? {} : { failed }) };
}

/** A connection that ends in the middle of an answer is no refusal to connect. */
function afterError(error: unknown, text: string, nowMs: () => number): ModelFailure['failed'] {
  const failed = classOf(error, nowMs());
  return text !== '' && failed.class === 'unavailable' ? { class: 'cut_off' } : failed;
}

function endingOf(reason: string): ModelFailure['failed'] | undefined {
  if (reason === 'stop') return undefined;
  return reason === 'content-filter' ? { class: 'refused' } : { class: 'cut_off' };
}
