import { type Clock, canonicalJson, textFault } from '@countersign/contracts';
import type { JsonObject, JsonValue } from '@countersign/domain';
import { checkSchema, type Json } from '@countersign/planning';
import type { Asked, Capability, CapabilityReads, Completed, OnBehalfOf, ToolAnswer } from './capability.js';

export interface GatewayLimits {
  /** How long a tool, or the completing of an action, may take in all, in milliseconds. */
  readonly timeoutMs: number;
  /** The largest answer that is taken, in bytes of its JSON. */
  readonly bytesMax: number;
}

interface Behind extends GatewayLimits {
  readonly capability: Capability;
  readonly reads: CapabilityReads;
  readonly clock: Clock;
}

/**
 * The one way from a planner to the world. Behind it stand the read-only tools of one capability and the completing
 * of its actions, and nothing else. It takes what is on the list and fits its schema, checked here again whoever
 * checked before; it acts for the customer of the case, whatever an argument says; and what comes back is bounded
 * data that says where it stands, or nothing that anybody may conclude from.
 */
export class ToolGateway {
  constructor(private readonly behind: Behind) {}

  /** A tool that fails, or takes too long, has not answered: what was asked about stays unknown. */
  async call(tool: string, args: JsonObject, forWhom: OnBehalfOf): Promise<ToolAnswer> {
    const offered = this.behind.capability.tools.find(({ name }) => name === tool);
    if (offered === undefined) return unanswered('unknown_tool');
    if (checkSchema(args, offered.schema as Json, 'arguments').length > 0)
      return unanswered('arguments_refused');
    const answer = await this.#within((reads) => reads.callTool(tool, args, forWhom));
    return answer === 'timed_out' || answer === 'failed' ? unanswered(answer) : this.#asData(tool, answer);
  }

  /** Completes a proposed action from the records, for this customer: what is somebody else's is not found. */
  async complete(asked: Asked, forWhom: OnBehalfOf): Promise<Completed> {
    const offered = this.behind.capability.actions.find(({ kind }) => kind === asked.kind);
    if (offered === undefined) return refusal('kind', 'unknown_action');
    const faults = checkSchema(asked.arguments, offered.schema as Json, 'arguments');
    if (faults.length > 0) return { outcome: 'refused', faults };
    const answer = await this.#within((reads) => reads.complete(asked, forWhom));
    if (answer === 'timed_out' || answer === 'failed') return { outcome: 'no_answer', code: answer };
    if (answer.outcome !== 'completed') return answer;
    return answer.action.kind === asked.kind ? answer : refusal('kind', 'another_action_was_made');
  }

  /** What could not be stored as it came, is too large, or says of itself nowhere that it stands, is not taken. */
  #asData(tool: string, answer: ToolAnswer): ToolAnswer {
    if (textFault(answer, '') !== undefined) return unanswered('unusable_text');
    if (Buffer.byteLength(canonicalJson(answer.result)) > this.behind.bytesMax)
      return unanswered('too_large');
    if (answer.outcome !== 'answered' || answer.provenance.length > 0) return answer;
    return { ...answer, provenance: [{ source: `tools/${tool}`, readAt: this.behind.clock.now() }] };
  }

  async #within<Answer>(
    ask: (reads: CapabilityReads) => Promise<Answer>,
  ): Promise<Answer | 'timed_out' | 'failed'> {
    const { clock, timeoutMs, reads } = this.behind;
    const over = new AbortController();
    const late = clock.wait(timeoutMs, over.signal).then(
      () => 'timed_out' as const,
      () => 'failed' as const,
    );
    try {
      return await Promise.race([ask(reads).catch(() => 'failed' as const), late]);
    } finally {
      over.abort();
    }
  }
}

export function unanswered(code: string): ToolAnswer {
  return { outcome: 'no_answer', code, result: null as JsonValue, provenance: [] };
}

function refusal(field: string, reason: string): Completed {
  return { outcome: 'refused', faults: [{ field, reason }] };
}
