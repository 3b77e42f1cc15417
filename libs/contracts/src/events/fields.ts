import 'reflect-metadata';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateNested,
} from 'class-validator';

/** The longest text that any event or message may hold, in UTF-16 units. */
const textMax = 100_000;
/** The longest list that any event may hold. */
const listMax = 1_000;

const all =
  (...decorators: readonly PropertyDecorator[]): PropertyDecorator =>
  (target, key) => {
    for (const decorate of decorators) decorate(target, key);
  };

/** Any text, also an empty one. */
export const Text = (lengthMax: number = textMax): PropertyDecorator => all(IsString(), MaxLength(lengthMax));
/** A name or id: text that is not empty. */
export const Name = (lengthMax: number = 500): PropertyDecorator =>
  all(IsString(), IsNotEmpty(), MaxLength(lengthMax));
/** SHA-256 as 64 lower-case hex digits. */
export const Sha256 = (): PropertyDecorator =>
  Matches(/^[0-9a-f]{64}$/, { message: '$property must be 64 lower-case hex digits' });

const instant = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?Z$/;
/** ISO 8601 in UTC, with a trailing `Z`. */
export const Instant = (): PropertyDecorator =>
  Matches(instant, { message: '$property must be an instant such as 2026-11-29T10:00:00.000Z' });
/** The same, or the word for what never was. */
export const InstantOr = (word: string): PropertyDecorator =>
  Matches(new RegExp(`${instant.source}|^${word}$`), {
    message: `$property must be an instant or "${word}"`,
  });

/** A whole number, exact in every reader. */
export const Whole = (least = 0): PropertyDecorator => all(IsInt(), Min(least), Max(Number.MAX_SAFE_INTEGER));
export const Flag = (): PropertyDecorator => IsBoolean();
export const Optional = (): PropertyDecorator => IsOptional();

/** One of these words. The record makes the compiler ask for every member of the union, and for no other. */
export function OneOf<Word extends string>(words: Readonly<Record<Word, true>>): PropertyDecorator {
  return IsIn(Object.keys(words));
}

export const Texts = (): PropertyDecorator =>
  all(IsArray(), ArrayMaxSize(listMax), IsString({ each: true }), MaxLength(500, { each: true }));
/** A JSON object of whatever content. */
export const JsonRecord = (): PropertyDecorator => IsObject();
/** Any JSON value, also null: what it may hold is judged as text by `textFault`. */
export const Json = (): PropertyDecorator =>
  ValidateBy({
    name: 'isThere',
    validator: { validate: (value) => value !== undefined, defaultMessage: () => '$property must be there' },
  });

export type ClassOf = abstract new () => object;

/** What a nested field holds; kept as the rule's context, where the published schemas find it. */
export type Holds = { readonly of: () => ClassOf } | { readonly union: Union };

export const Nested = (of: () => ClassOf): PropertyDecorator =>
  all(
    IsObject(),
    ValidateNested({ context: { of } satisfies Holds }),
    Type(() => of() as never),
  );
export const NestedList = (of: () => ClassOf): PropertyDecorator =>
  all(
    IsArray(),
    ArrayMaxSize(listMax),
    ValidateNested({ each: true, context: { of } satisfies Holds }),
    Type(() => of() as never),
  );

/** A union told apart by one word: `base` checks that word, `kinds` the rest. */
export interface Union {
  readonly by: string;
  readonly base: ClassOf;
  readonly kinds: Readonly<Record<string, ClassOf>>;
}

const told = ({ by, base, kinds }: Union): PropertyDecorator =>
  Type(() => base as never, {
    keepDiscriminatorProperty: true,
    discriminator: {
      property: by,
      subTypes: Object.entries(kinds).map(([name, value]) => ({ name, value: value as never })),
    },
  });
export const NestedUnion = (union: Union): PropertyDecorator =>
  all(IsObject(), ValidateNested({ context: { union } satisfies Holds }), told(union));
export const NestedUnionList = (union: Union): PropertyDecorator =>
  all(
    IsArray(),
    ArrayMaxSize(listMax),
    ValidateNested({ each: true, context: { union } satisfies Holds }),
    told(union),
  );
