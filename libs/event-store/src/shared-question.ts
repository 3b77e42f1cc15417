/**
 * A question whose answer fits everybody who asks at the same time. Whoever asks while it is out shares the next
 * one, so that no answer is older than its question.
 */
export class SharedQuestion<Answer> {
  #next: Promise<Answer> | undefined;
  #out: Promise<unknown> = Promise.resolve();

  constructor(private readonly ask: () => Promise<Answer>) {}

  answer(): Promise<Answer> {
    this.#next ??= this.#out.then(() => {
      this.#next = undefined;
      const answer = this.ask();
      this.#out = answer.catch(() => undefined);
      return answer;
    });
    return this.#next;
  }
}
