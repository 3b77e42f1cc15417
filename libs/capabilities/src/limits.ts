/**
 * What one entry of a capability's limits is. `amounts`: minor units by currency, where a currency that is missing
 * has no limit to be under. `count`: a whole number of at least 1. `share`: basis points, 0 to 10,000. `zone`: an
 * IANA time zone.
 */
export type LimitKind = 'amounts' | 'count' | 'share' | 'zone';

export type LimitsShape = Readonly<Record<string, LimitKind>>;

export type Limit = number | string | ReadonlyMap<string, number>;

/** The capability's section, read and checked at start. */
export type Limits = Readonly<Record<string, Limit>>;

/**
 * One entry, as its kind says.
 * @throws Error when the section has no such entry of that kind: the shape and its reader have drifted apart.
 */
export function countOf(limits: Limits, name: string): number {
  const limit = limits[name];
  if (typeof limit !== 'number') throw new Error(`There is no limit ${name} that is a number.`);
  return limit;
}

/** @throws Error like `countOf`. */
export function zoneOf(limits: Limits, name: string): string {
  const limit = limits[name];
  if (typeof limit !== 'string') throw new Error(`There is no limit ${name} that is a zone.`);
  return limit;
}
