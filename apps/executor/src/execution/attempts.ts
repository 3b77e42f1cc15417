import type { Executed } from '@countersign/capabilities';
import type { Instant, ProposalCommand } from '@countersign/domain';
import type { Target } from '../targets/targets.js';
import type { ExecutionPorts, Trigger } from './execution.js';
import { holdBack, type Obstacle, obstacleTo } from './holding.js';
import { putOff } from './put-off.js';

export const watchKey = (id: string): string => `execution-watch:${id}`;

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
    const recorded = await this.with_.proposals.answer(cause, to, (state, { events }) => {
      if (state.status !== 'executing' || state.started.attempt !== attempt) return 'nothing';
      const at = this.with_.ports.clock.now();
      const work =
        executed.class === 'transient'
          ? putOff(this.with_, { state, events }, executed)
          : { commands: [resultOf(executed, attempt, at)] };
      return { ...work, timersCancelled: [watchKey(id)] };
    });
    // That no result came is no result, and nothing to keep.
    if (recorded.outcome !== 'appended' && source === 'from_the_call')
      await this.#keep(trigger, attempt, executed);
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
      const work = holdBack(this.with_, { state, events, system: target.system }, obstacle);
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

/** What is recorded of a call that came to an end, good or bad or unknown. */
function resultOf(
  executed: Exclude<Executed, { class: 'transient' }>,
  attempt: number,
  at: Instant,
): ProposalCommand {
  switch (executed.class) {
    case 'succeeded':
      return { type: 'record_success', attempt, receipt: executed.receipt, at };
    case 'rejected':
      return {
        type: 'record_failure',
        fact: { attempt, class: 'rejected', code: executed.code, message: executed.message, at },
      };
    case 'unknown':
      return { type: 'record_unknown', fact: { attempt, code: executed.code, at } };
  }
}

/** Nothing was sent, and nothing of this release could send it. */
export function noEffects(kind: string): Executed {
  const message = `This release cannot carry out ${kind}.`;
  return { class: 'rejected', code: 'capability_unknown', message };
}
