import type { JsonObject } from '@countersign/domain';
import type { Reads } from '../claims.js';
import { textAt } from './json-paths.js';

interface First {
  tenant: string;
  stream: string;
  type: string;
  data: JsonObject;
}

/** Whom each stream is about. Its first event says so, in clear and for ever, so what was seen once is kept. */
export class StreamSubjects {
  readonly #known = new Map<string, string>();

  constructor(
    private readonly reads: Reads,
    /** By type of first event: where it names the person. */
    private readonly subjectAt: Readonly<Record<string, string | undefined>>,
    private readonly keptMax = 20_000,
  ) {}

  /** Whom an event that opens a stream names; undefined for any other event. */
  namedIn({ type, data }: Pick<First, 'type' | 'data'>): string | undefined {
    const path = this.subjectAt[type];
    return path === undefined ? undefined : textAt(data, path);
  }

  /** Takes note of a recorded first event. One that is only to be appended may lose to another. */
  notice(first: First): void {
    const subject = this.namedIn(first);
    if (subject !== undefined) this.#keep(keyOf(first.tenant, first.stream), subject);
  }

  /** Undefined when the stream does not say. */
  async of(tenant: string, stream: string): Promise<string | undefined> {
    const key = keyOf(tenant, stream);
    if (!this.#known.has(key)) {
      const rows = await this.reads.query<{ type: string; data: string }>(
        'stream-subject',
        'select type, data from countersign.events where tenant = $1 and stream = $2 and version = 1',
        [tenant, stream],
      );
      for (const { type, data } of rows) {
        this.notice({ tenant, stream, type, data: JSON.parse(data) as JsonObject });
      }
    }
    return this.#known.get(key);
  }

  #keep(key: string, subject: string): void {
    this.#known.set(key, subject);
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size > this.keptMax) this.#known.delete(oldest);
  }
}

const keyOf = (tenant: string, stream: string): string => `${tenant}\n${stream}`;
