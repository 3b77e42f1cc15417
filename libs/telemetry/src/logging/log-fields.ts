import { masked } from './mask.js';

/**
 * Every field a log line may have. Add one here only if its value is ours: an id, a code, a count, a duration.
 * There is deliberately none for a message, a name, a reason in words, a URL with a query, or a body.
 */
const LOG_FIELDS = {
  tenant: 'text',
  stream: 'text',
  version: 'number',
  position: 'text',
  eventId: 'text',
  eventType: 'text',
  caseId: 'text',
  proposalId: 'text',
  operationId: 'text',
  requestId: 'text',
  correlationId: 'text',
  causationId: 'text',
  incidentKey: 'text',
  digest: 'text',
  slot: 'text',
  capability: 'text',
  action: 'text',
  rule: 'text',
  task: 'text',
  pattern: 'text',
  topic: 'text',
  partition: 'number',
  offset: 'text',
  reader: 'text',
  role: 'text',
  migration: 'text',
  policySet: 'text',
  model: 'text',
  tool: 'text',
  system: 'text',
  operation: 'text',
  outcome: 'text',
  class: 'text',
  code: 'text',
  method: 'text',
  route: 'text',
  status: 'number',
  host: 'text',
  port: 'number',
  attempt: 'number',
  attemptsMax: 'number',
  count: 'number',
  limit: 'number',
  bytes: 'number',
  tokens: 'number',
  durationMs: 'number',
  delayMs: 'number',
  lagMs: 'number',
  dueAt: 'text',
  signal: 'text',
  retryable: 'flag',
  ready: 'flag',
} as const;

interface ValueOf {
  text: string;
  number: number;
  flag: boolean;
}

export type LogFields = {
  readonly [Field in keyof typeof LOG_FIELDS]?: ValueOf[(typeof LOG_FIELDS)[Field]] | undefined;
};

const KINDS: ReadonlyMap<string, keyof ValueOf> = new Map(Object.entries(LOG_FIELDS));
const TEXT_CHARACTERS_MAX = 200;

/**
 * The fields that may be written, with their values masked and cut. The types already refuse other fields; this
 * holds for objects that came in by a variable. What was left out is counted, so that it is noticed.
 */
export function allowedFields(given: LogFields): Record<string, string | number | boolean> {
  const kept: Record<string, string | number | boolean> = {};
  let dropped = 0;
  for (const [field, value] of Object.entries<unknown>({ ...given })) {
    if (value === undefined) continue;
    const written = writtenValue(KINDS.get(field), value);
    if (written === undefined) dropped += 1;
    else kept[field] = written;
  }
  if (dropped > 0) kept.fieldsDropped = dropped;
  return kept;
}

function writtenValue(
  kind: keyof ValueOf | undefined,
  value: unknown,
): string | number | boolean | undefined {
  if (kind === 'text' && typeof value === 'string') return masked(value.slice(0, TEXT_CHARACTERS_MAX));
  if (kind === 'number' && typeof value === 'number' && Number.isFinite(value)) return value;
  if (kind === 'flag' && typeof value === 'boolean') return value;
  return undefined;
}
