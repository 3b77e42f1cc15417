/**
 * A form-encoded body, as pairs in one fixed order: two bodies with the same parameters in another order are
 * the same request (C12). Parameters are compared as the text that was sent.
 */
export type Form = ReadonlyMap<string, string>;

export function parseForm(body: string): Form {
  const pairs = [...new URLSearchParams(body)];
  return new Map(pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

export function canonicalForm(form: Form): string {
  return JSON.stringify([...form]);
}

/** `metadata[name]=value` pairs. */
export function metadataOf(form: Form): Record<string, string> {
  const metadata: Record<string, string> = {};
  for (const [name, value] of form) {
    const key = /^metadata\[([^\]]+)\]$/.exec(name)?.[1];
    if (key !== undefined) metadata[key] = value;
  }
  return metadata;
}
