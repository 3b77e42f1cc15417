import type { ConversationEntry, Json, JsonObject, PlannerView, ToolResult } from '../port/view.js';

/** Characters of retrieved data that one document may hold; older data goes first. */
const retrievedMax = 60_000;

/**
 * What a model is shown of a case: one JSON document, apart from its instructions. Retrieved text stands in it as
 * data, each with its source, and as text of JSON it can close nothing and open nothing.
 */
export function documentOf(view: PlannerView): JsonObject {
  const { role, clock, facts, proposals, capabilities, tools, actions, boundsLeft, refusedTries } = view;
  const shown = {
    ...{ role, clock, conversation: conversationOf(view.conversation), facts, proposals },
    ...(role.kind === 'coordinator' ? { capabilities } : { tools, actions }),
    boundsLeft,
    ...(refusedTries === undefined ? {} : { refused: refusedTries }),
  };
  return shown as unknown as JsonObject;
}

/** The document as it is sent. `<` is written out, so that no text in it can look like a marker of a chat format. */
export function documentText(document: JsonObject): string {
  return JSON.stringify(document).replaceAll('<', '\\u003c');
}

function conversationOf(conversation: readonly ConversationEntry[]): Json[] {
  let left = retrievedMax;
  const shown = conversation.toReversed().map((entry): Json => {
    if (entry.kind !== 'tool_result') return entry as unknown as Json;
    const size = JSON.stringify(entry.data ?? null).length;
    left -= size;
    return retrieved(entry, left >= 0);
  });
  return shown.toReversed();
}

function retrieved(
  { callId, at, tool, arguments: args, outcome, ...read }: ToolResult,
  whole: boolean,
): Json {
  const { data, provenance } = read;
  return {
    kind: 'retrieved',
    ...{ callId, at, tool, arguments: args, outcome },
    source: (provenance ?? 'none') as unknown as Json,
    ...(outcome === 'answered' ? { data: whole ? (data ?? null) : 'left out: too much was read since' } : {}),
  };
}
