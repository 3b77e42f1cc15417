import type { ProposalCommand } from '../proposal/commands.js';
import { decideProposal } from '../proposal/decide.js';
import type { ProposalEvent, Receipt } from '../proposal/events.js';
import { evolveProposal, noProposal } from '../proposal/evolve.js';
import type { Proposal } from '../proposal/state.js';
import { Auditor } from './auditor.js';
import { at } from './people.js';
import { receipt } from './proposal-facts.js';

/** What becomes of a call: the target acts or not, and the caller hears of it or not, or hears a lie. */
export type Luck = 'done' | 'answer_lost' | 'request_lost' | 'refused' | 'busy' | 'busy_but_done';

/**
 * One proposal's stream, several workers who each know it up to some version, and a target that does what
 * it is told every time, so that nothing but the rules keeps it from acting twice.
 */
export class World {
  readonly events: ProposalEvent[] = [];
  readonly objections: string[] = [];
  /** Commands that were accepted and, heard again at once, were accepted again. */
  readonly repeated = new Set<ProposalCommand['type']>();
  /** How often the target has acted. */
  effects = 0;
  /** Whether what it did failed later: accepted first, and given back then. */
  failedLate = false;
  /** It acted and said that it was busy. From then on it knows the operation, and acts no second time. */
  hasLied = false;
  readonly calls = new Map<number, Luck>();
  readonly #auditor = new Auditor();
  readonly #seen = new Map<number, number>();
  #seconds = 0;

  pass(seconds: number): void {
    this.#seconds += seconds;
  }

  now(): string {
    return at(this.#seconds);
  }

  /** The state as this worker last read it. */
  known(worker: number): Proposal {
    return this.events.slice(0, this.#seen.get(worker) ?? 0).reduce(evolveProposal, noProposal as Proposal);
  }

  read(worker: number): Proposal {
    this.#seen.set(worker, this.events.length);
    return this.known(worker);
  }

  /** Decides on what the worker knows, and appends at exactly that version or not at all. */
  act(worker: number, command: ProposalCommand, luck: Luck): 'appended' | 'conflict' | 'nothing' {
    const decision = decideProposal(command, this.known(worker));
    if (decision.outcome !== 'accepted') return 'nothing';
    if ((this.#seen.get(worker) ?? 0) !== this.events.length) return 'conflict';
    for (const event of decision.events) this.#append(event, luck);
    if (decideProposal(command, this.read(worker)).outcome === 'accepted') this.repeated.add(command.type);
    return 'appended';
  }

  /** How much of what it did stands. */
  standing(): number {
    return this.failedLate ? 0 : this.effects;
  }

  /** What an honest look at the target finds: as many receipts as it acted. */
  found(): readonly Receipt[] {
    const seen: Receipt = this.failedLate ? { ...receipt, settled: 'failed' } : receipt;
    return Array.from({ length: this.effects }, () => seen);
  }

  #append(event: ProposalEvent, luck: Luck): void {
    const objection = this.#auditor.objection(event);
    if (objection !== undefined)
      this.objections.push(`${this.events.length + 1} ${event.type}: ${objection}`);
    this.events.push(event);
    if (event.type !== 'ExecutionStarted') return;
    this.calls.set(event.data.attempt, luck);
    const acts =
      luck === 'done' || luck === 'answer_lost' || (luck === 'busy_but_done' && this.effects === 0);
    if (acts && !this.hasLied) this.effects += 1;
    this.hasLied ||= luck === 'busy_but_done';
  }
}
