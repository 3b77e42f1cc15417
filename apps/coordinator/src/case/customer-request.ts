import { textFault } from '@countersign/contracts';

/** What a customer published: which conversation, what they wrote, and the token that says who they are. */
export interface CustomerRequest {
  readonly requestId: string;
  readonly conversationId: string;
  readonly text: string;
  readonly token: string;
}

export type ReadRequest =
  | { readonly outcome: 'read'; readonly request: CustomerRequest }
  | { readonly outcome: 'refused'; readonly faults: readonly string[] };

const charactersMax: Readonly<Record<keyof CustomerRequest, number>> = {
  requestId: 200,
  conversationId: 200,
  text: 20_000,
  token: 8_192,
};

/** Reads what was published, byte for byte. Every fault names its field; text that no store could keep is one (C80). */
export function readCustomerRequest(value: Uint8Array): ReadRequest {
  const json = jsonOf(value);
  if (json === undefined)
    return { outcome: 'refused', faults: ['the message is not a JSON object in UTF-8'] };
  const faults = (Object.keys(charactersMax) as (keyof CustomerRequest)[]).flatMap((field) =>
    faultsOf(field, json[field]),
  );
  return faults.length === 0
    ? { outcome: 'read', request: json as unknown as CustomerRequest }
    : { outcome: 'refused', faults };
}

function faultsOf(field: keyof CustomerRequest, value: unknown): string[] {
  if (typeof value !== 'string') return [`${field} must be a string`];
  // A missing token is the verifier's to refuse, with its own code.
  if (value === '' && field !== 'token') return [`${field} is empty`];
  if (value.length > charactersMax[field])
    return [`${field} is longer than ${charactersMax[field]} characters`];
  const fault = textFault(value, field);
  return fault === undefined ? [] : [fault.message];
}

function jsonOf(value: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(value));
    return typeof json === 'object' && json !== null && !Array.isArray(json)
      ? (json as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
