import { type Capability, type ToolAnswer, unknownAfterLook } from '@countersign/capabilities';
import { canonicalJson, deterministicId, sha256Hex } from '@countersign/contracts';
import type { CaseCommand, CaseEventData, Instant, JsonObject, OpenedCase } from '@countersign/domain';

export interface Look {
  readonly tool: string;
  readonly args: JsonObject;
  readonly callId: string;
}

/** The call of a tool that answers one cause; the same cause makes the same call. */
export function lookOf(causeId: string, tool: string, args: JsonObject): Look {
  return { tool, args, callId: deterministicId('call', causeId, tool, canonicalJson(args)) };
}

/** A look as the case records it: what was asked, what came back and its hash, where it stands. */
export function toolCalled(
  look: Look,
  answer: ToolAnswer,
  { capability, at }: { capability: Capability; at: Instant },
): CaseEventData<'ToolCalled'> {
  const { outcome, code, result, provenance } = answer;
  const resultDigest = sha256Hex(canonicalJson(result));
  return {
    callId: look.callId,
    tool: look.tool,
    capability: capability.name,
    arguments: look.args,
    outcome,
    code,
    result,
    resultDigest,
    provenance,
    at,
  };
}

/** A failed look leaves the thing unknown. It is never recorded as absent (S13). */
export function unknownAfter(
  look: Look,
  { code }: ToolAnswer,
  { state, at, capability }: { state: OpenedCase; at: Instant; capability: Capability },
): CaseCommand {
  const failed = { tool: look.tool, arguments: look.args, before: state.toolCalls };
  return { type: 'record_unknown', fact: { ...unknownAfterLook(capability, failed), reason: code, at } };
}

/** How often this very look has failed in a row before now. */
export function failuresBefore(look: Look, { toolCalls }: OpenedCase): number {
  const args = canonicalJson(look.args);
  const same = toolCalls.filter((call) => call.tool === look.tool && canonicalJson(call.arguments) === args);
  return same.length - 1 - same.findLastIndex((call) => call.outcome !== 'no_answer');
}
