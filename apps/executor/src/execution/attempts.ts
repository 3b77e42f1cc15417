import type { Executed } from '@countersign/capabilities';
import type { RecordedEvent } from '@countersign/contracts';
import { callsInDoubt, type Drafted, type Instant, type ProposalCommand } from '@countersign/domain';
import type { Work } from '@countersign/messaging';
import type { Target } from '../targets/targets.js';
import type { ExecutionPorts, Trigger } from './execution-ports.js';
import { holdBack, type Obstacle, obstacleTo } from './holding.js';
import { putOff, watchKey } from './put-off.js';
import { isSaidToBeDone } from './when-sent.js';

/**
 * How an attempt ends on the record. Its number is the fence: what belongs to an attempt that is still open closes it;
 * what comes for one that somebody else closed is kept as a fact and applied to nothing.
 */
export class Attempts {
  constructor(private readonly with_: ExecutionPorts) {}

  async record(
    trigger: Trigger,
    attempt: number,
    executed: Executed,
    source: 'from_the_call' | 'from_silence' = 'from_silence',
  ): Promise<void> {
    const { cause, tenant, id } = trigger;
    const to = { tenant, id, rule: 'record-result' };
    const recorded = await this.with_.proposals.answer(cause, to, async (state, { events }) => {
      if (state.status !== 'executing' || state.started.attempt !== attempt) return 'nothing';
      const work = await this.#workOf(executed, { state, events });
      return { ...work, timersCancelled: [watchKey(id)] };
    });
    // That no result came is no result, and nothing to keep.
    if (recorded.outcome !== 'appended' && source === 'from_the_call')
      await this.#keep(trigger, attempt, executed);
  }

  async #workOf(executed: Executed, { state, events }: UnderWay): Promise<Done> {
    const { attempt } = state.started;
    const at = this.with_.ports.clock.now();
    if (executed.class === 'transient') {
      return isToBeFoundOut({ state, events }, callsInDoubt(state))
        ? unknown(attempt, executed.code, at)
        : putOff(this.with_, { state, events }, executed);
    }
    if (executed.class === 'rejected') return this.#refused(executed, { state, events });
    return { commands: [resultOf(executed, attempt, at)] };
  }

  /**
   * A refusal after a call that was turned away may be the trace of that call: "refunded already", by whom? It is
   * final only once a look shows that nothing of the earlier calls is there; else the reconciler finds out.
   */
  async #refused(
    { code, message }: Extract<Executed, { class: 'rejected' }>,
    { state, events }: UnderWay,
  ): Promise<Done> {
    const { attempt } = state.started;
    const own = await this.with_.ownEffect(state, { events, answered: attempt });
    const at = this.with_.ports.clock.now();
    if (own.outcome === 'there' || own.outcome === 'no_answer') return unknown(attempt, code, at);
    const shown = own.outcome === 'absent' ? { ownEffect: own.evidence } : {};
    const fact = { attempt, class: 'rejected', code, message, ...shown, at } as const;
    return { commands: [{ type: 'record_failure', fact }] };
  }

  /** Somebody closed this attempt meanwhile, perhaps answering the same cause: this worker's word is a fact of its own. */
  async #keep({ cause, tenant, id }: Trigger, attempt: number, executed: Executed): Promise<void> {
    const { worker, ports, proposals } = this.with_;
    const { class: came } = executed;
    const code = 'code' in executed ? executed.code : came;
    const receipt = 'receipt' in executed ? { receipt: executed.receipt } : {};
    await proposals.answer(cause, { tenant, id, rule: `keep-late-result/${worker}` }, () => {
      const fact = { attempt, worker, class: came, code, ...receipt, at: ports.clock.now() };
      return { commands: [{ type: 'keep_late_result', fact }] };
    });
  }

  /** The intent stands and no request of it left: nothing was applied, and no try is counted. */
  async hold(
    { cause, tenant, id }: Trigger,
    attempt: number,
    { obstacle, target }: { readonly obstacle: Obstacle; readonly target: Target },
  ): Promise<void> {
    const to = { tenant, id, rule: 'record-result' };
    const held = await this.with_.proposals.answer(cause, to, (state, { events }) => {
      if (state.status !== 'executing' || state.started.attempt !== attempt) return 'nothing';
      // No request of this attempt left, so it is the earlier ones that may be in doubt.
      const work = isToBeFoundOut({ state, events }, callsInDoubt(state) - 1)
        ? unknown(attempt, obstacle.code, this.with_.ports.clock.now())
        : holdBack(this.with_, { state, events, system: target.system }, obstacle);
      return { ...work, timersCancelled: [...(work.timersCancelled ?? []), watchKey(id)] };
    });
    if (held.outcome === 'appended') await this.unlessReleased({ cause, tenant, id }, target);
  }

  /** Released between the look and the hold: the release found nothing of it to resume, so it is resumed here. */
  async unlessReleased({ cause, tenant, id }: Trigger, target: Target): Promise<void> {
    await this.with_.proposals.answer(cause, { tenant, id, rule: 'resume-execution' }, async (state) => {
      if (state.status !== 'held' || state.held.code !== 'stopped') return 'nothing';
      const obstacle = await obstacleTo(this.with_, tenant, target);
      if (obstacle?.code === 'stopped' && obstacle.scope === state.held.stop) return 'nothing';
      const at = this.with_.ports.clock.now();
      return { commands: [{ type: 'resume_execution', fact: { because: 'released', at } }] };
    });
  }
}

interface UnderWay {
  readonly state: Extract<Drafted, { status: 'executing' }>;
  readonly events: readonly RecordedEvent[];
}
type Done = Exclude<Work<ProposalCommand>, 'nothing'>;

/**
 * Nothing is sent again while something hangs on what was sent: a change that is to take its place, or somebody who
 * said that it was carried out.
 */
function isToBeFoundOut({ state, events }: UnderWay, inDoubt: number): boolean {
  return inDoubt > 0 && (state.replacements !== undefined || isSaidToBeDone(events));
}

function unknown(attempt: number, code: string, at: Instant): Done {
  return { commands: [{ type: 'record_unknown', fact: { attempt, code, at } }] };
}

/** What is recorded of a call that came to an end, good or bad or unknown. */
function resultOf(
  executed: Extract<Executed, { class: 'succeeded' | 'unknown' }>,
  attempt: number,
  at: Instant,
): ProposalCommand {
  switch (executed.class) {
    case 'succeeded':
      return { type: 'record_success', attempt, receipt: executed.receipt, at };
    case 'unknown':
      return { type: 'record_unknown', fact: { attempt, code: executed.code, at } };
  }
}

/** Nothing was sent, and nothing of this release could send it. */
export function noEffects(kind: string): Executed {
  const message = `This release cannot carry out ${kind}.`;
  return { class: 'rejected', code: 'capability_unknown', message };
}
