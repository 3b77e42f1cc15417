import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@countersign/domain';

/** What a version of an event type looked like when it was current; it stays readable for ever. */
export interface EventSample {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: JsonObject;
}

const folder = join(import.meta.dirname, '../../samples');

/** By file name, `ProposalDrafted.v1.json`. */
export const eventSamples: readonly (readonly [string, EventSample])[] = filesOf(folder);

/** What outside parties publish, by file name. */
export const ingressSamples: readonly (readonly [string, JsonObject])[] = filesOf(join(folder, 'ingress'));

function filesOf<Sample>(from: string): readonly (readonly [string, Sample])[] {
  return readdirSync(from)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => [file, JSON.parse(readFileSync(join(from, file), 'utf8')) as Sample] as const);
}
