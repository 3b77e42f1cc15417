import type { Service } from '@countersign/contracts';
import { Chance, type WebRequest } from '@countersign/testing/simulation';
import { people, tokenOf } from '../outside/identity.js';
import type { World } from '../world.js';

export type Answered =
  | { readonly outcome: 'answered'; readonly body: Record<string, unknown> }
  | { readonly outcome: 'refused'; readonly code: string }
  | { readonly outcome: 'no_answer' };

/** How long a browser waits before it says that the page cannot be reached. */
const patienceMs = 30_000;

/** Where people meet the services: their own time, their tokens, and requests that may get no answer. */
export class Counter {
  readonly #chances = new Map<string, Chance>();
  #open = 0;
  #sent = 0;

  constructor(private readonly world: World) {}

  /** Whether anybody is still about to do something. */
  get busy(): boolean {
    return this.#open > 0;
  }

  /** What a person does about one thing is drawn from a sequence of its own. */
  chanceOf(name: string): Chance {
    const known = this.#chances.get(name) ?? new Chance(this.world.options.script.seed, name);
    this.#chances.set(name, known);
    return known;
  }

  get nowMs(): number {
    return this.world.scheduler.nowMs;
  }

  wait(ms: number): Promise<void> {
    const { scheduler } = this.world;
    return new Promise((resolve) => {
      scheduler.after(scheduler.world, ms, 'a person waits', resolve);
    });
  }

  /** Begins something that a person does by themselves. */
  begin(what: () => Promise<void>): void {
    this.#open += 1;
    void what().finally(() => {
      this.#open -= 1;
    });
  }

  async ask(service: Service, person: string, request: Omit<WebRequest, 'token'>): Promise<Answered> {
    const { options } = this.world;
    const known = people.find(({ subject }) => subject === person);
    if (known === undefined) throw new Error(`Nobody is called ${person}.`);
    this.#sent += 1;
    const sent: WebRequest = { ...request, token: tokenOf(known, options.script.startMs) };
    return this.send(
      service,
      person,
      options.mutation?.request?.(sent, { shown: this.shown, nth: this.#sent }) ?? sent,
    );
  }

  /** A request as it leaves for whichever process of the service there is. */
  async send(service: Service, person: string, request: WebRequest): Promise<Answered> {
    const { world } = this;
    const { scheduler } = world;
    await this.wait(20);
    const running = world.running.get(service);
    if (running === undefined) return { outcome: 'no_answer' };
    const label = `${request.method} ${request.route}`;
    return new Promise((resolve) => {
      const answer = (answered: Answered, said: string) => {
        world.line(`${person}: ${label} ${Object.values(request.params).join(' ')}: ${said}`);
        resolve(answered);
      };
      const late = scheduler.after(scheduler.world, patienceMs, 'a browser gives up', () =>
        answer({ outcome: 'no_answer' }, 'no answer'),
      );
      scheduler.after(running.owner, 5, label, () => {
        running.process.request(request, running.definition.http?.prefix).then(
          (body) => {
            late.cancel();
            answer({ outcome: 'answered', body: body as Record<string, unknown> }, 'answered');
          },
          (error: unknown) => {
            late.cancel();
            const code = codeOf(error);
            answer({ outcome: 'refused', code }, code);
          },
        );
      });
    });
  }

  /** The newest card that anybody was shown, by proposal. */
  readonly shown = new Map<string, { digest: string; sight: string }>();
}

function codeOf(error: unknown): string {
  const { problem, code, message } = error as {
    problem?: { code?: string };
    code?: string;
    message?: string;
  };
  return problem?.code ?? code ?? String(message);
}
