import { createHash } from 'node:crypto';

/** Lines are taken into the hash so many at a time: a call for each would cost more than the hashing. */
const linesAtOnce = 200;

/** What happened, a line a step. Its hash is of all of it, whether or not the lines are kept. */
export class Trace {
  readonly lines: string[] = [];
  readonly #hash = createHash('sha256');
  readonly #waiting: string[] = [];

  constructor(private readonly options: { sinceStartMs(): number; readonly keeps: boolean }) {}

  get hash(): string {
    return this.#hash.update(this.#waiting.splice(0).join('')).copy().digest('hex');
  }

  line(text: string): void {
    const { sinceStartMs, keeps } = this.options;
    const line = `${(sinceStartMs() / 1_000).toFixed(3).padStart(10)}  ${text}`;
    this.#waiting.push(line);
    if (this.#waiting.length >= linesAtOnce) this.#hash.update(this.#waiting.splice(0).join(''));
    if (keeps) this.lines.push(line);
  }
}
