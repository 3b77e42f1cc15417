import type { JsonObject, JsonValue } from '@countersign/domain';

/**
 * A copy of the value in which everything the path leads to went through `change`. A path is names joined by dots,
 * `*` meaning every element or every field; what is not there is left out.
 */
export function changedAt(
  value: JsonObject,
  path: string,
  change: (found: JsonValue, at: string) => JsonValue,
): JsonObject {
  return descend(value, path.split('.'), { at: '', change }) as JsonObject;
}

interface Descent {
  at: string;
  change: (found: JsonValue, at: string) => JsonValue;
}

function descend(value: JsonValue, [name, ...rest]: string[], { at, change }: Descent): JsonValue {
  if (name === undefined) return change(value, at);
  if (typeof value !== 'object' || value === null) return value;
  const step = (key: string | number) => ({ at: at === '' ? String(key) : `${at}.${key}`, change });
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((item, index) =>
      name === '*' || name === String(index) ? descend(item, rest, step(index)) : item,
    );
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      name === '*' || name === key ? descend(item, rest, step(key)) : item,
    ]),
  );
}

/** The text at a path, or undefined. */
export function textAt(value: JsonObject, path: string): string | undefined {
  let found: string | undefined;
  changedAt(value, path, (item) => {
    if (typeof item === 'string') found ??= item;
    return item;
  });
  return found;
}
