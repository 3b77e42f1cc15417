import type { Action, JsonObject } from '@countersign/domain';

/** A look that came to nothing: which tool was asked for what, and the looks of the case before it. */
export interface FailedLook {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly before: readonly { readonly tool: string; readonly arguments: JsonObject }[];
}

/** How a capability's actions are spoken of inside a case. Each part has a plain answer for whoever leaves it out. */
export interface InCase {
  /** What arguments are about, in the words of a case, `order:4821`; left out: the action's own target. */
  readonly subjectOf?: (args: JsonObject) => string | undefined;
  /** The fact that a failed look leaves unknown; left out: the tool's name, about its first argument. */
  readonly unknownAfter?: (look: FailedLook) => { readonly fact: string; readonly about: string };
  /**
   * Whether an action changes one that waits, rather than standing beside it, given what the customer wrote last. The
   * one that waits may be of any kind: a cancellation changes a move. Left out: one of the same kind on the same target.
   */
  readonly changes?: (now: Action, old: Action, asked: string) => boolean;
  /** What is different where the amount is not, `line 2 instead of line 1`. */
  readonly changeInWords?: (now: Action, old: Action) => string | undefined;
}

interface SpokenOf {
  readonly inCase?: InCase;
}

/** What an action is done to, in the words of its case. */
export function subjectOfAction(capability: SpokenOf | undefined, action: Action): string {
  const { type, id } = action.target;
  return capability?.inCase?.subjectOf?.(action.arguments) ?? `${type}:${id}`;
}

export function unknownAfterLook(
  capability: SpokenOf,
  look: FailedLook,
): { readonly fact: string; readonly about: string } {
  const told = capability.inCase?.unknownAfter?.(look);
  if (told !== undefined) return told;
  const fact = look.tool.replace(/^(?:read|find|list|search|look_up)_/, '');
  const [first] = Object.values(look.arguments).filter((value) => typeof value === 'string');
  return { fact, about: first === undefined ? fact : `${fact}:${first.slice(0, 64)}` };
}

export function changesWaiting(
  capability: SpokenOf | undefined,
  { now, old, asked }: { readonly now: Action; readonly old: Action; readonly asked: string },
): boolean {
  const changes = capability?.inCase?.changes;
  if (changes !== undefined) return changes(now, old, asked);
  return now.kind === old.kind && now.target.type === old.target.type && now.target.id === old.target.id;
}
