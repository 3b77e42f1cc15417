/** A copy of a sample's data with one thing wrong, and the path of the field that is. */
export interface BrokenVariant {
  readonly field: string;
  readonly what: string;
  readonly data: unknown;
}

/** The same with each field missing that must be there. */
export function withoutFields(data: unknown): readonly BrokenVariant[] {
  return fieldsIn(data)
    .filter((field) => !optional.test(field))
    .map((field) => ({ field, what: 'missing', data: broken(data, field.split('.'), 'removed') }));
}

/** The same with another type in each field, or with text that is too long or cannot be stored. */
export function withOtherTypes(data: unknown): readonly BrokenVariant[] {
  return fieldsIn(data).flatMap((field) =>
    [{}, [], 7.5, true, null, 'x'.repeat(100_001), 'a\u0000b']
      .filter((by) => !isFitting(data, field, by))
      .map((by) => ({
        field,
        what: JSON.stringify(by).slice(0, 20),
        data: broken(data, field.split('.'), { by }),
      })),
  );
}

/** The paths of fields that contracts say something of, names and places in lists joined by dots. */
function fieldsIn(data: unknown): readonly string[] {
  return pathsIn(data)
    .map((path) => path.join('.'))
    .filter((field) => !ownContent.test(field));
}

/** Every path to a field in a sample, as the keys on the way. */
function pathsIn(value: unknown, above: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...above, key];
    return Array.isArray(value) ? pathsIn(inner, here) : [here, ...pathsIn(inner, here)];
  });
}

/** A copy in which the field at a path is removed, or is another value. */
function broken(
  data: unknown,
  path: readonly string[],
  replaced: { readonly by: unknown } | 'removed',
): unknown {
  const copy = JSON.parse(JSON.stringify(data)) as Record<string, unknown>;
  const last = path.at(-1) ?? '';
  const holder = path.slice(0, -1).reduce((at, key) => at[key] as Record<string, unknown>, copy);
  if (replaced === 'removed') delete holder[last];
  else holder[last] = replaced.by;
  return copy;
}

/** Content that is the capability's or the target's own: any JSON does. */
const ownContent =
  /^(action\.)?arguments\.|^facts\.|\.?details\.|^result(\.|$)|^(action\.evidence\.\d+\.)?value$|^evidence\.(?!source|asked|readAt|complete|found|why)/;
/** May be left out, DESIGN section 4; of an ingress message what may be missing, so that it leaves a record. */
const optional =
  /(section|version|customerText|amountMinor|currency|money|detail)$|^(token|sight|noteToCustomer)$|^effects\.\d+\.operationId$|^ours$/;

/** Some replacements happen to be of the right type. */
function isFitting(data: unknown, field: string, by: unknown): boolean {
  const was = field.split('.').reduce((at, key) => (at as Record<string, unknown>)[key], data);
  if (typeof was === 'boolean') return typeof by === 'boolean';
  if (Array.isArray(was)) return Array.isArray(by);
  if (by === null) return optional.test(field);
  const isFree = /(^|\.)(arguments|facts|details|evidence)$/.test(field);
  return isFree && typeof by === 'object' && !Array.isArray(by);
}
