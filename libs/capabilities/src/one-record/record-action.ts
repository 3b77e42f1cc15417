import { canonicalJson } from '@countersign/contracts';
import type { JsonObject, JsonValue, Money, SaidOfAction } from '@countersign/domain';
import type { CardWords } from '../capability.js';
import type { Judging, PolicyFact } from '../judging.js';
import type { LimitsShape } from '../limits.js';
import type { OwnedRecord, SeenRecord, Shape } from './record-shape.js';

/** One action on one record that a customer owns, in a system that keeps operations. Everything else follows from it. */
export interface RecordAction<S extends Shape> {
  /** The name of the folder, and of the records in the system's paths: `late-fees`. */
  readonly capability: string;
  /** The record and what is done to it: `late-fee.waive`. */
  readonly kind: string;
  /** `late-fees`; the environment keys are made of it. */
  readonly system: string;
  /** One sentence: what its specialist is responsible for. */
  readonly responsibility: string;
  /** What a record says beside its id, tenant, customerId, status and version. */
  readonly fields: S;
  /** What is taken or given, from the record; left out where no money moves. */
  readonly money?: (record: SeenRecord<S>) => Money;
  /** What it cannot be done without and no record holds. */
  readonly asks?: AskedArguments;
  /** What the rules may look at, by its name in the Cedar schema. */
  readonly facts: Readonly<Record<string, (record: OwnedRecord<S>, judging: Judging) => PolicyFact>>;
  /** What its limits file says beside the deadlines. */
  readonly limits?: LimitsShape;
  readonly said: SaidOfAction;
  /** What is read before the button; `money` is in words, and empty where none moves. */
  readonly card: (record: SeenRecord<S>, said: { readonly money: string; readonly args: JsonObject }) => Card;
  readonly words: AskedInWords;
}

/** The noun of it, `waiver`, and what follows. */
export type Card = Omit<CardWords, 'subject'>;

export interface AskedArguments {
  /** JSON Schema of each, `{ days: { type: 'integer', minimum: 1, maximum: 30 } }`; all are required. */
  readonly properties: JsonObject;
  /** Reads them from what the customer wrote, in lower case; undefined where it does not say. */
  readonly inWords: (said: string) => JsonObject | undefined;
  /** How they are asked for. */
  readonly question: string;
}

export interface AskedInWords {
  /** How the matter is named to the customer: `a late fee`. */
  readonly matter: string;
  /** Regular expressions over normalised text, each plain enough to act on: `\\bwaive\\b.*\\bfees?\\b`. */
  readonly askedFor: readonly string[];
}

export interface Names {
  /** `late-fee` */
  readonly record: string;
  /** In codes of refusal: `late_fee`. */
  readonly code: string;
  /** `waive` */
  readonly verb: string;
  /** `late fee` */
  readonly noun: string;
  /** `lateFeeId` */
  readonly idName: string;
  /** Of the Cedar schema: `LateFee`. */
  readonly entity: string;
  /** `list_late_fees` */
  readonly tool: string;
}

export function namesOf({ capability, kind }: { readonly capability: string; readonly kind: string }): Names {
  const [record = '', verb = ''] = kind.split('.');
  const entity = record
    .split('-')
    .map((part) => `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`)
    .join('');
  return {
    ...{ record, verb, entity, code: record.replaceAll('-', '_') },
    noun: record.replaceAll('-', ' '),
    idName: `${entity.slice(0, 1).toLowerCase()}${entity.slice(1)}Id`,
    tool: `list_${capability.replaceAll('-', '_')}`,
  };
}

/** JSON Schema of the action's arguments: which record, and what it asks for beside it. */
export function argumentsSchema<S extends Shape>(of: RecordAction<S>): JsonObject {
  const id: JsonObject = { type: 'string', minLength: 1, maxLength: 64, pattern: '^[\\w.-]+$' };
  const properties: JsonObject = { [namesOf(of).idName]: id, ...of.asks?.properties };
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** What an action says beside the record that it is done to. */
export function furtherArguments(
  of: { readonly capability: string; readonly kind: string },
  args: JsonObject,
) {
  const { idName } = namesOf(of);
  return Object.fromEntries(Object.entries(args).filter(([name]) => name !== idName)) as JsonObject;
}

/** Whether an answer says everything that was approved, and says it the same. */
export function saysTheSame(answer: Readonly<Record<string, unknown>>, approved: JsonObject): boolean {
  return Object.entries(approved).every(([name, value]) => {
    const held = answer[name];
    return held !== undefined && canonicalJson(held as JsonValue) === canonicalJson(value);
  });
}
