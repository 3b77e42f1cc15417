import type { ReportRefusal, ReportSide, TargetReport } from '@countersign/capabilities/reports';
import { deterministicId, type Ports, parseStream } from '@countersign/contracts';
import { endedWithoutEffect, type Proposal } from '@countersign/domain';
import type { EventStore } from '@countersign/event-store';
import { bug, type ProposalStreams } from '@countersign/messaging';
import type { Log } from '@countersign/telemetry';
import type { ReportItems } from './report-items.js';

/** One delivery as it came: whose address it was sent to, the bytes, and their signature. */
export interface Delivery {
  readonly tenant: string;
  readonly system: string;
  readonly body: Uint8Array;
  readonly signature: string | undefined;
}

export type ReportAnswer =
  /** It stands on so many proposals now, or stood there already. */
  | { readonly outcome: 'recorded'; readonly proposals: number }
  /** Of an effect that is no proposal's of ours: an item for whoever compares the ledgers. */
  | { readonly outcome: 'kept' }
  | { readonly outcome: 'passed_by' }
  | { readonly outcome: 'refused'; readonly code: ReportRefusal | 'not_found' };

export interface ReportsPorts {
  readonly proposals: ProposalStreams;
  readonly store: Pick<EventStore, 'claimsUnder'>;
  readonly unplaced: ReportItems;
  readonly ports: Ports;
  readonly logger: Pick<Log, 'info' | 'warn'>;
  readonly sides: readonly ReportSide[];
  /** Good secrets by system and tenant. */
  readonly secrets: WebhookSecrets;
}

export type WebhookSecrets = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export const reportsToken = 'reconciler:reports';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Takes down what a target says by itself, where it belongs, and believes nothing of it: hearing that it was said is
 * what makes somebody look. The same message again, from whichever worker, is one report.
 */
export class Reports {
  constructor(private readonly with_: ReportsPorts) {}

  async take({ tenant, system, body, signature }: Delivery): Promise<ReportAnswer> {
    const { sides, secrets: all, ports, logger } = this.with_;
    const side = sides.find((one) => one.system === system);
    const secrets = ownOf(ownOf(all, system) ?? {}, tenant);
    // A tenant that is not told of anything is the same answer as one that does not exist.
    if (side === undefined || secrets === undefined) return { outcome: 'refused', code: 'not_found' };
    const reading = side.read({ body, signature }, { secrets, now: () => ports.clock.nowMs() });
    if (reading.outcome === 'refused') {
      logger.warn('report.refused', { tenant, system, code: reading.code });
      return reading;
    }
    if (reading.outcome === 'passed_by') return { outcome: 'passed_by' };
    return this.#place(reading.report, { tenant, side });
  }

  signatureHeaderOf(system: string): string {
    return this.with_.sides.find((one) => one.system === system)?.signatureHeader ?? 'signature';
  }

  async #place(
    report: TargetReport,
    { tenant, side }: { readonly tenant: string; readonly side: ReportSide },
  ): Promise<ReportAnswer> {
    const ids = await this.#proposalsOf(report, { tenant, side });
    const placed = await Promise.all(ids.map((id) => this.#record(report, { tenant, id, side })));
    const proposals = placed.filter(Boolean).length;
    if (proposals > 0) return { outcome: 'recorded', proposals };
    await this.with_.unplaced.keep(report, { tenant, system: side.system });
    this.with_.logger.info('report.unplaced', { tenant, system: side.system });
    return { outcome: 'kept' };
  }

  /** The one whose effect it is; where the target knows none, as of a dispute, every one on the same thing. */
  async #proposalsOf(
    report: TargetReport,
    { tenant, side }: { readonly tenant: string; readonly side: ReportSide },
  ): Promise<readonly string[]> {
    if (report.says === 'effect_failed' || report.says === 'effect_succeeded') {
      return report.operationId !== undefined && UUID.test(report.operationId) ? [report.operationId] : [];
    }
    const claims = await this.with_.store.claimsUnder(tenant, `${side.capacityOf(report)}#`);
    return [...new Set(claims.map(({ stream }) => parseStream(stream).id))];
  }

  async #record(
    { reportId, says, reference, code, saidAt, target }: TargetReport,
    { tenant, id, side }: { readonly tenant: string; readonly id: string; readonly side: ReportSide },
  ): Promise<boolean> {
    const { proposals, ports } = this.with_;
    const { state, events } = await proposals.load(tenant, id);
    if (state.status === 'absent' || !concerns(state, target)) return false;
    const causeId = deterministicId('report', tenant, side.system, reportId);
    const cause = { id: causeId, correlationId: events[0]?.metadata.correlationId ?? causeId };
    const answer = await proposals.answer(cause, { tenant, id, rule: 'record-report' }, () => ({
      commands: [
        {
          type: 'record_report',
          fact: { reportId, says, reference, code, saidAt, at: ports.clock.now() },
        },
      ],
    }));
    if (answer.outcome === 'refused') throw bug('report_refused', `${answer.code}: ${answer.message}`);
    return true;
  }
}

/** What ended without an effect is nobody's matter any more, unless it is the effect itself that is spoken of. */
function concerns(state: Exclude<Proposal, { status: 'absent' }>, target: string): boolean {
  return state.draft.action.target.id === target && (state.attempts > 0 || !endedWithoutEffect(state));
}

function ownOf<Value>(all: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(all, key) ? all[key] : undefined;
}
