import type { RecordedEvent } from '@countersign/contracts';
import type { Running, World } from '../world.js';
import { endedOverEffect } from './ended.js';
import { moreThanKeys, wrongAnswer } from './front-door.js';
import { begunTwice, startedTooLate, wrongEffect, wrongSending } from './ledger.js';
import { tooMuchPromised } from './promised.js';
import { staleFold } from './rest.js';
import { wrongWord } from './told.js';

const changesPermissions = ['PolicyDecided', 'ApprovalGranted', 'ExecutionStarted'];

/** Looks after every step at what that step changed. The first thing that is wrong is kept; nothing after it counts. */
export class Watch {
  wrong: string | undefined;
  #seen = 0;
  readonly #ids = new Set<string>();

  constructor(private readonly world: World) {
    world.onEffect = (effect) => this.#found(wrongEffect(world, effect));
    world.onSend = (operationId) => this.#found(wrongSending(world, operationId));
    world.onAnswer = (asked) => this.#found(wrongAnswer(world, asked));
    world.onDeath = (running: Running) => this.#found(staleFold(world, running));
  }

  look(): void {
    const { events } = this.world.records;
    let permits = false;
    for (; this.#seen < events.length; this.#seen += 1) {
      const event = events[this.#seen];
      if (event === undefined) continue;
      if (event.type === 'ProposalDrafted') this.#found(moreThanKeys(this.world));
      permits ||= changesPermissions.includes(event.type);
      if (event.stream.startsWith('proposal-')) this.#moved(event);
      if (event.type === 'ReplySent') this.#found(wrongWord(this.world, event));
      if (event.type === 'ExecutionStarted') {
        this.#found(begunTwice(this.world, event.stream));
        this.#found(startedTooLate(this.world, event.stream.slice('proposal-'.length), event.recordedAt));
      }
    }
    if (permits) this.#found(tooMuchPromised(this.world));
    const halted = this.world.parking.waiting().find(({ kind }) => kind === 'bug');
    if (halted !== undefined)
      this.#found(`${halted.service} stops at ${halted.delivery.pattern}: ${halted.code}, ${halted.reason}`);
  }

  #moved(event: RecordedEvent): void {
    this.#found(endedOverEffect(this.world, event));
    // A case hears all of its proposals: two moves of one id would be one move to it.
    if (this.#ids.has(event.id)) this.#found(`${event.type} of ${event.stream} has the id of another event`);
    this.#ids.add(event.id);
  }

  #found(wrong: string | undefined): void {
    this.wrong ??= wrong;
  }
}
