import type { Executed } from '@countersign/capabilities';
import type { Ports } from '@countersign/contracts';
import type { Log } from '@countersign/telemetry';
import { Circuit, type CircuitLimits, type CircuitWord, type StayAway } from './circuit.js';
import { FairTurns, type TurnLimits } from './fair-turns.js';

export interface TargetsOptions {
  readonly ports: Ports;
  readonly logger: Log;
  readonly circuit: CircuitLimits;
  readonly turns: TurnLimits;
}

/** One target as one tenant's executions meet it. */
export interface Target {
  readonly system: string;
  /** Waits for its turn among the executions at this target, then does the work. */
  turn<Result>(work: () => Promise<Result>): Promise<Result>;
  stayAway(): StayAway | undefined;
  call(send: () => Promise<Executed>): Promise<Executed | StayAway>;
}

/** What readiness shows of a target: how busy it is, and the tenants whose circuit is not closed. */
export interface TargetStanding {
  readonly system: string;
  readonly underWay: number;
  readonly waiting: number;
  readonly circuits: Readonly<Record<string, CircuitWord>>;
}

/**
 * The targets of this process. Turns are counted over all tenants, because a target is one machine; a circuit is a
 * tenant's own, because its account, its limits and its troubles are: one tenant's must not stop another's. All of it
 * is this process's own view, learnt anew after a restart; what must survive is in the streams.
 */
export class Targets {
  readonly #turns = new Map<string, FairTurns>();
  readonly #circuits = new Map<string, { system: string; tenant: string; circuit: Circuit }>();

  constructor(private readonly options: TargetsOptions) {}

  of(system: string, tenant: string): Target {
    const turns = this.#turnsOf(system);
    const circuit = this.#circuitOf(system, tenant);
    return {
      system,
      turn: (work) => turns.run(tenant, work),
      stayAway: () => circuit.stayAway(),
      call: (send) => circuit.call(send),
    };
  }

  get standing(): readonly TargetStanding[] {
    return [...this.#turns].map(([system, { underWay, waiting }]) => ({
      system,
      underWay,
      waiting,
      circuits: Object.fromEntries(
        [...this.#circuits.values()]
          .filter((one) => one.system === system && one.circuit.word !== 'closed')
          .map(({ tenant, circuit }) => [tenant, circuit.word]),
      ),
    }));
  }

  #turnsOf(system: string): FairTurns {
    const known = this.#turns.get(system) ?? new FairTurns(this.options.turns);
    this.#turns.set(system, known);
    return known;
  }

  #circuitOf(system: string, tenant: string): Circuit {
    const key = `${tenant}/${system}`;
    const known = this.#circuits.get(key)?.circuit ?? this.#newCircuit(system, tenant);
    this.#circuits.set(key, { system, tenant, circuit: known });
    return known;
  }

  #newCircuit(system: string, tenant: string): Circuit {
    const { circuit, ports, logger } = this.options;
    return new Circuit(circuit, ports.clock, (word) => {
      const fields = { system, tenant, code: word };
      if (word === 'open') logger.warn('target.circuit', fields);
      else logger.info('target.circuit', fields);
    });
  }
}
