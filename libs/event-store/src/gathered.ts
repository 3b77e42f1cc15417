/** How many questions one call may carry, and how many calls may be out at a time. */
export interface GatheringLimits {
  readonly questionsMax: number;
  readonly calls: number;
}

interface Waiting<Question, Answer> {
  readonly question: Question;
  resolve(answer: Answer): void;
  reject(reason: unknown): void;
}

/**
 * Questions that wait together are asked in one call. There is no timer: alone, a question leaves at once; while the
 * calls are out, the next ones gather. Nobody gets an answer that is older than his question; with a `keyOf`, those who
 * wait with the same question share its answer, and must not change it.
 */
export class Gathered<Question, Answer> {
  readonly #waiting: Waiting<Question, Answer>[] = [];
  readonly #asked = new Map<string, Promise<Answer>>();
  #out = 0;

  /** `ask` answers each question at its own place. What it throws reaches everybody who was in that call. */
  constructor(
    private readonly ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
    private readonly limits: GatheringLimits,
    private readonly keyOf?: (question: Question) => string,
  ) {}

  answer(question: Question): Promise<Answer> {
    if (this.keyOf === undefined) return this.#wait(question);
    const key = this.keyOf(question);
    const answer = this.#asked.get(key) ?? this.#wait(question);
    this.#asked.set(key, answer);
    return answer;
  }

  #wait(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      // Deferred by one turn, so that questions of the same turn leave together.
      if (this.#waiting.length === 1) setImmediate(() => this.#depart());
    });
  }

  #depart(): void {
    while (this.#out < this.limits.calls && this.#waiting.length > 0) {
      this.#out += 1;
      const leaving = this.#waiting.splice(0, this.limits.questionsMax);
      if (this.keyOf !== undefined)
        for (const { question } of leaving) this.#asked.delete(this.keyOf(question));
      void this.#call(leaving).finally(() => {
        this.#out -= 1;
        this.#depart();
      });
    }
  }

  async #call(batch: readonly Waiting<Question, Answer>[]): Promise<void> {
    try {
      const answers = await this.ask(batch.map(({ question }) => question));
      if (answers.length !== batch.length)
        throw new Error(`${batch.length} asked, ${answers.length} answered`);
      batch.forEach(({ resolve }, index) => {
        resolve(answers[index] as Answer);
      });
    } catch (reason) {
      for (const { reject } of batch) reject(reason);
    }
  }
}
