import { parseStream, type RecordedEvent } from '@countersign/contracts';
import type { Printer } from '../terminal/printer.js';
import { wrapped } from '../terminal/printer.js';
import { sentenceOf } from '../words/event-sentences.js';

const WIDTH = 96;
const INDENT = ' '.repeat(18);

/** Prints events as they come: stream and version, type, and the database role that wrote it; then one sentence. */
export class EventTeller {
  #brief = false;
  #passedOver = 0;

  constructor(private readonly printer: Printer) {}

  /** Only what the customer says and hears, because the rest was told before. */
  briefly(): void {
    this.#brief = true;
  }

  fully(): void {
    if (this.#passedOver > 0) {
      this.printer.line(
        this.printer.paint.dim(
          `    (${this.#passedOver} more events, of the same kind as in the first story)`,
        ),
      );
    }
    this.#brief = false;
    this.#passedOver = 0;
  }

  tell(event: RecordedEvent): void {
    if (
      this.#brief &&
      !['CustomerMessageReceived', 'QuestionAsked', 'ProposalDrafted'].includes(event.type)
    ) {
      this.#passedOver += 1;
      return;
    }
    const { line, paint } = this.printer;
    const place = `${parseStream(event.stream).category} ${event.version}`;
    const author = event.recordedBy.replace(/^countersign_/, '');
    line(`    ${place.padEnd(INDENT.length - 4)}${paint.bold(event.type)} ${paint.dim(`by ${author}`)}`);
    for (const part of wrapped(sentenceOf(event), WIDTH, '')) line(`${INDENT}${part}`);
  }
}
