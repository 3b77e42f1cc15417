import { capabilities } from '@countersign/capabilities';
import { deterministicId, type Ports } from '@countersign/contracts';
import {
  type ComparedWindow,
  type Comparison,
  type ComparisonCommand,
  type Instant,
  type TenantId,
  tenantId,
} from '@countersign/domain';
import type { ReadModels } from '@countersign/event-store';
import {
  bug,
  type Cause,
  type ComparisonStreams,
  type DifferenceStreams,
  type ProposalStreams,
  type TimerFired,
} from '@countersign/messaging';
import type { Log } from '@countersign/telemetry';
import type { ReportItems } from '../reports/report-items.js';
import { type Compared, compareLedgers } from './compare-ledgers.js';
import {
  hasRest,
  nextTimer,
  type RecordedHow,
  recordCommand,
  restInMs,
  restTimer,
} from './comparison-record.js';
import { type LedgerStanding, standingOf } from './ledger-standing.js';
import { claimsModel } from './our-claim.js';
import { type RecordPorts, recordDifferences } from './record-differences.js';
import { type ComparedTarget, tenantLedgers } from './tenant-ledgers.js';
import { type ComparisonLimits, type DueWindow, nextInMs, nextWindow } from './windows.js';

export interface ComparingPorts {
  readonly comparisons: ComparisonStreams;
  readonly differences: DifferenceStreams;
  readonly proposals: ProposalStreams;
  readonly models: Pick<ReadModels, 'list' | 'getMany' | 'knownThrough'>;
  readonly ports: Ports;
  readonly logger: Pick<Log, 'info' | 'warn'>;
  readonly targets: ReadonlyMap<string, ComparedTarget>;
  readonly limits: ComparisonLimits;
  readonly suspected: RecordPorts['suspected'];
  readonly reports: Pick<ReportItems, 'findAll'>;
}

export const comparingToken = 'reconciler:comparing';

/** Whose ledger, at which target, over which time. */
export interface Asked {
  readonly tenant: string;
  readonly system: string;
  readonly window: ComparedWindow;
}

type Begun = Extract<Comparison, { status: 'begun' }>;

/** How often, and how long apart, our own side is waited for before a window is given up for this time. */
const behindTries = { max: 50, everyMs: 100 };

/** Compares the ledgers of targets with ours, on a durable timer and when a person asks; it reads outside alone. */
export class Comparing {
  /** Tenants and systems whose comparisons are known to have begun; none ever ends. */
  readonly #begun = new Set<string>();

  constructor(private readonly with_: ComparingPorts) {}

  get systems(): readonly string[] {
    return [...this.with_.targets.keys()];
  }

  /** How far each ledger was compared, and which ones cannot be read. */
  async standings(tenant: string): Promise<readonly LedgerStanding[]> {
    const { comparisons, limits } = this.with_;
    const each = this.systems.map(async (system) => {
      const { state } = await comparisons.load(tenant, system);
      return standingOf(system, state, limits);
    });
    return Promise.all(each);
  }

  /** From the first call of a tenant to a system on. What its ledger held before is nobody's difference. */
  async begin(
    cause: Parameters<ComparisonStreams['answer']>[0],
    { tenant, id, at }: { readonly tenant: string; readonly id: string; readonly at: Instant },
  ): Promise<void> {
    const { proposals, comparisons, targets, limits } = this.with_;
    const { state } = await proposals.loadHeard(cause, { tenant, id });
    if (state.status === 'absent') return;
    const system = capabilities.targetOf(state.draft.action);
    const begun = `${tenant}\n${system}`;
    if (this.#begun.has(begun) || !targets.has(system)) return;
    await comparisons.answer(cause, { tenant, id: system, rule: 'begin-comparing' }, (known) =>
      known.status === 'begun'
        ? 'nothing'
        : { commands: [this.#begin(system, at)], timers: [nextTimer(system, limits.everyMs)] },
    );
    this.#begun.add(begun);
  }

  /** One window, and the timer for the next, in one commit: the chain ends only if the events do. */
  async compareNext(fired: TimerFired, system: string): Promise<void> {
    const { comparisons, ports, limits } = this.with_;
    const { state } = await comparisons.load(fired.tenant, system);
    if (state.status === 'absent') return;
    const due = nextWindow(state, limits, ports.clock.nowMs());
    const compared: Compared | undefined =
      due === undefined
        ? undefined
        : await this.#compareAndRecord(fired, { tenant: fired.tenant, system, window: due.window });
    const answer = await comparisons.answer(
      fired,
      { tenant: fired.tenant, id: system, rule: 'compare-ledger' },
      (now) => {
        const isDone = compared?.outcome === 'compared' && now.status === 'begun';
        const inMs = isDone ? this.#nextInMs(now, due) : limits.everyMs;
        return {
          commands: [this.#record(system, due ?? this.#nothingDue(state), { askedBy: 'schedule', compared })],
          timers: [nextTimer(system, hasRest(compared) ? restInMs(limits) : inMs)],
        };
      },
    );
    if (answer.outcome === 'refused') throw bug('comparison_refused', `${answer.code}: ${answer.message}`);
  }

  /** By a person, over any window; what is too young for it is left out. Nothing is recorded on a dry run. */
  async compareNow(
    cause: Cause,
    asked: Asked,
    { dryRun }: { readonly dryRun: boolean },
  ): Promise<{ readonly compared: Compared; readonly window: ComparedWindow }> {
    const window = this.#settled(asked.window);
    if (dryRun) return { compared: await this.#compare({ ...asked, window }), window };
    const compared = await this.#compareAndRecord(cause, { ...asked, window });
    const { tenant, system } = asked;
    await this.with_.comparisons.answer(cause, { tenant, id: system, rule: 'compare-now' }, (state) => {
      const due = { afterMs: this.with_.limits.settleMs, window };
      const commands = [this.#record(system, due, { askedBy: 'person', compared })];
      const rest = hasRest(compared) ? [restTimer({ system, window }, compared, this.with_.limits)] : [];
      if (state.status === 'begun') return { commands, timers: rest };
      const timers = [nextTimer(system, this.with_.limits.everyMs), ...rest];
      return { commands: [this.#begin(system, this.with_.ports.clock.now()), ...commands], timers };
    });
    return { compared, window };
  }

  /** A window that a person asked for, again for the differences that had no place in the comparison before. */
  async compareRest(fired: TimerFired, asked: Asked): Promise<void> {
    const compared = await this.#compareAndRecord(fired, asked);
    const { tenant, system, window } = asked;
    await this.with_.comparisons.answer(fired, { tenant, id: system, rule: 'compare-rest' }, () => ({
      commands: [
        this.#record(
          system,
          { afterMs: this.with_.limits.settleMs, window },
          { askedBy: 'person', compared },
        ),
      ],
      timers:
        compared.outcome === 'compared' && !hasRest(compared)
          ? []
          : [restTimer(asked, compared, this.with_.limits)],
    }));
  }

  async #compareAndRecord(cause: Cause, asked: Asked): Promise<Compared> {
    const { tenant, system, window } = asked;
    await this.with_.reports.findAll(cause, { tenant, system }, window);
    const compared = await this.#compare(asked);
    if (compared.outcome === 'not_compared') {
      this.with_.logger.warn('comparison.not_compared', { system, code: compared.code });
      return compared;
    }
    await recordDifferences(this.with_, { cause, asked, compared, at: this.with_.ports.clock.now() });
    return compared;
  }

  /** Reads both sides. Our own must know everything that was recorded before the window ended. */
  async #compare({ tenant, system, window }: Asked): Promise<Compared> {
    const { targets, limits, models, proposals, ports } = this.with_;
    const target = targets.get(system);
    // Begun while another capability was served here; what it did there stays, and is compared where it is served.
    if (target === undefined) return { outcome: 'not_compared', code: 'not_served' };
    const throughMs = Date.parse(window.to) + limits.bandMs;
    if (!(await this.#knows(throughMs))) return { outcome: 'not_compared', code: 'claims_behind' };
    const asked = { tenant: tenantOf(tenant), target, window, bandMs: limits.bandMs };
    const from = { proposals, models, nowMs: () => ports.clock.nowMs() };
    return compareLedgers(tenantLedgers(from, asked), window, limits);
  }

  /** Waits within bounds for the read model; what an open transaction holds back keeps it waiting too. */
  async #knows(throughMs: number): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      if (Date.parse(await this.with_.models.knownThrough(claimsModel)) >= throughMs) return true;
      if (tries >= behindTries.max) return false;
      await this.with_.ports.clock.wait(behindTries.everyMs);
    }
  }

  #begin(system: string, at: Instant): ComparisonCommand {
    const from = new Date(Date.parse(at) - this.with_.limits.bandMs).toISOString();
    return { type: 'begin', fact: { target: system, from, at: this.with_.ports.clock.now() } };
  }

  #record(system: string, due: DueWindow, of: RecordedHow): ComparisonCommand {
    return recordCommand({ system, due, at: this.with_.ports.clock.now() }, of);
  }

  #nothingDue({ from }: Begun): DueWindow {
    return { afterMs: this.with_.limits.settleMs, window: { from, to: from } };
  }

  /** As if the window were recorded already. */
  #nextInMs(state: Begun, due: DueWindow | undefined): number {
    const { limits, ports } = this.with_;
    const done = due === undefined ? {} : { [String(due.afterMs)]: due.window.to };
    const after = { ...state, comparedTo: { ...state.comparedTo, ...done } };
    return nextInMs(after, limits, ports.clock.nowMs());
  }

  #settled({ from, to }: ComparedWindow): ComparedWindow {
    const newestMs = this.with_.ports.clock.nowMs() - this.with_.limits.settleMs;
    const toMs = Math.floor(Math.min(Date.parse(to), newestMs) / 1_000) * 1_000;
    const fromMs = Math.floor(Math.min(Date.parse(from), toMs) / 1_000) * 1_000;
    return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
  }
}

const tenantOf = (tenant: string): TenantId => tenantId(tenant);

/** One look at the ledger by a person is one cause, however often the request comes. */
export const personalCause = (asked: Asked, subject: string, at: Instant): Cause => {
  const { tenant, system, window } = asked;
  const id = deterministicId('comparison', tenant, system, window.from, window.to, subject, at);
  return { id, correlationId: id };
};
