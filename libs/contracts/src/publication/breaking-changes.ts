import { type AsyncApiDocument, nameInRef } from './asyncapi-document.js';
import { ingressNames } from './contract-schemas.js';
import { breakingIn, type Direction } from './schema-changes.js';

/** One thing that would break somebody who relies on the released contracts, and the way out. */
export interface Breaking {
  /** Event type, message or set of headers. */
  readonly type: string;
  /** Version of its schema; undefined where the whole type or its topic is meant. */
  readonly version: number | undefined;
  readonly field: string;
  readonly what: string;
  readonly wayOut: string;
}

/** Everything in the contracts as they are now that breaks what was released. Additions do not. */
export function breakingChanges(released: AsyncApiDocument, now: AsyncApiDocument): readonly Breaking[] {
  return [...lostMessages(released, now), ...changedSchemas(released, now)];
}

/** A breaking change as one line. */
export function sentenceOf({ type, version, field, what, wayOut }: Breaking): string {
  const place = [version === undefined ? type : `${type} version ${version}`, field].filter(
    (part) => part !== '',
  );
  return `${place.join(', ')}: ${what}. ${wayOut}`;
}

function lostMessages(released: AsyncApiDocument, now: AsyncApiDocument): readonly Breaking[] {
  const whole = (type: string, what: string, wayOut: string): Breaking => ({
    type,
    version: undefined,
    field: '',
    what,
    wayOut,
  });
  const names = Object.entries(released.components.messages).flatMap(([type, { name }]) => {
    const after = now.components.messages[type];
    if (after === undefined) return [whole(type, 'removed', keepIt)];
    return after.name === name
      ? []
      : [whole(type, `its ce_type changed from ${name} to ${after.name}`, newType)];
  });
  const places = Object.entries(released.channels).flatMap(([key, { address, messages }]) => {
    const after = now.channels[key];
    if (after?.address !== address) return [whole(address, 'topic removed or renamed', newTopic)];
    return Object.values(messages)
      .map(nameInRef)
      .filter((type) => now.components.messages[type] !== undefined && after.messages[type] === undefined)
      .map((type) => whole(type, `no longer on ${address}`, newType));
  });
  return [...names, ...places];
}

function changedSchemas(released: AsyncApiDocument, now: AsyncApiDocument): readonly Breaking[] {
  const isThere = (type: string) => now.components.messages[type] !== undefined || type.endsWith('Headers');
  return Object.entries(released.components.schemas).flatMap(([name, schema]) => {
    const { type, version } = versionIn(name);
    if (!isThere(type)) return [];
    const wayOut = wayOutFor(type, version);
    const next = now.components.schemas[name];
    if (next === undefined)
      return [{ type, version, field: '', what: 'version removed', wayOut: keepVersion }];
    const changes = breakingIn(schema, next, { field: '', direction: directionOf(type) });
    return changes.map((change) => ({ type, version, ...change, wayOut }));
  });
}

function versionIn(schema: string): { readonly type: string; readonly version: number | undefined } {
  const found = /^(.*)\.v(\d+)$/.exec(schema);
  return found === null
    ? { type: schema, version: undefined }
    : { type: found[1] ?? '', version: Number(found[2]) };
}

function directionOf(type: string): Direction {
  return type === 'IngressHeaders' || ingressNames.some((name) => name === type) ? 'inbound' : 'written';
}

const keepIt = 'Way out: keep the type, because what was written must stay readable, and stop writing it.';
const keepVersion =
  'Way out: keep it; older versions stay readable for ever, through their upcasters in libs/contracts/src/events/event-contracts.ts.';
const newType = 'Way out: leave it as it is and add a type of a new name beside it.';
const newTopic = 'Way out: keep the topic and add a new one beside it.';

function wayOutFor(type: string, version: number | undefined): string {
  if (version === undefined) return 'Way out: leave the header as it is and add another beside it.';
  if (directionOf(type) === 'inbound') {
    return `Way out: leave version ${version} as it is and take version ${version + 1} beside it, told apart by schemaVersion.`;
  }
  return `Way out: leave version ${version} as it is, and add version ${version + 1} with an upcaster from ${version} in libs/contracts/src/events/event-contracts.ts.`;
}
