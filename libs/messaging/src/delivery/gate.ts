import type { Ports } from '@countersign/contracts';
import { backoffMs } from '../failure/treatments.js';

const backoff = { baseMs: 50, ceilingMs: 2_000 };

/**
 * Closed while the store is away: everything of the service waits, nothing is lost and nothing is parked.
 * Opens by itself as soon as the store answers.
 */
export class Gate {
  #opening: Promise<void> | undefined;

  constructor(
    private readonly ports: Ports,
    private readonly answers: () => Promise<void>,
    private readonly signal: AbortSignal,
  ) {}

  get closed(): boolean {
    return this.#opening !== undefined;
  }

  /** Resolves when the gate is open, or when the service stops. */
  async passed(): Promise<void> {
    await this.#opening;
  }

  close(): void {
    this.#opening ??= this.#untilItAnswers().finally(() => {
      this.#opening = undefined;
    });
  }

  async #untilItAnswers(): Promise<void> {
    for (let attempt = 1; !this.signal.aborted; attempt += 1) {
      const waited = await this.ports.clock
        .wait(backoffMs(backoff, attempt, this.ports.randomness.fraction()), this.signal)
        .then(
          () => true,
          () => false,
        );
      if (!waited) return;
      const answered = await this.answers().then(
        () => true,
        () => false,
      );
      if (answered) return;
    }
  }
}
