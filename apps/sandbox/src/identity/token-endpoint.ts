import type { Reply } from '../wire/reply.js';
import { json } from '../wire/reply.js';
import type { Call } from '../wire/router.js';
import type { Codes } from './authorization.js';
import type { People, Person } from './people.js';
import type { SignIn, TokenSettings } from './tokens.js';
import { grantTokens, methodsOf } from './tokens.js';

export const PERSON_GRANT = 'urn:countersign:sandbox:person';

export interface TokenEndpoint {
  people: People;
  settings: TokenSettings;
  codes: Codes;
  /** The secret of every client of the directory. */
  clientSecret: string;
}

/** The token endpoint's errors are those of OAuth 2.0 (RFC 6749, section 5.2). */
export function tokenEndpoint(endpoint: TokenEndpoint) {
  return async (call: Call): Promise<Reply> => {
    const form = new URLSearchParams(call.body);
    const signIn = signInFor(endpoint, form, call.headers.authorization);
    if ('error' in signIn) return json(signIn.error === 'invalid_client' ? 401 : 400, signIn, OPEN);
    return json(200, await grantTokens(endpoint.settings, signIn), { ...OPEN, 'cache-control': 'no-store' });
  };
}

/** A console served from another port of this machine may call these endpoints from the browser. */
export const OPEN = { 'access-control-allow-origin': '*' };

type GrantError = { error: string; error_description: string };

function signInFor(
  endpoint: TokenEndpoint,
  form: URLSearchParams,
  authorization: string | undefined,
): SignIn | GrantError {
  switch (form.get('grant_type')) {
    case PERSON_GRANT:
      return personGrant(endpoint, form);
    case 'client_credentials':
      return clientGrant(endpoint, form, authorization);
    case 'authorization_code':
      return codeGrant(endpoint, form);
    default:
      return refused('unsupported_grant_type', 'This grant type is not offered.');
  }
}

function personGrant({ people, settings }: TokenEndpoint, form: URLSearchParams): SignIn | GrantError {
  const id = form.get('person') ?? '';
  const person = people.find(id);
  if (person?.kind !== 'person') return refused('invalid_grant', `The sandbox has no person ${id}.`);
  return signInNow(person, settings);
}

function clientGrant(
  { people, settings, clientSecret }: TokenEndpoint,
  form: URLSearchParams,
  authorization: string | undefined,
): SignIn | GrantError {
  const [id, secret] = basicCredentials(authorization) ?? [form.get('client_id'), form.get('client_secret')];
  const client = people.find(id ?? '');
  if (client?.kind !== 'client' || secret !== clientSecret) {
    return refused('invalid_client', 'Unknown client or wrong secret.');
  }
  return signInNow(client, settings);
}

function codeGrant({ codes }: TokenEndpoint, form: URLSearchParams): SignIn | GrantError {
  const signIn = codes.redeem({
    code: form.get('code') ?? '',
    clientId: form.get('client_id') ?? '',
    redirectUri: form.get('redirect_uri') ?? '',
    verifier: form.get('code_verifier') ?? '',
  });
  return signIn ?? refused('invalid_grant', 'The code is unknown, used, expired or not yours.');
}

export function signInNow(person: Person, { now }: TokenSettings, nonce?: string): SignIn {
  return { person, authTime: Math.floor(now() / 1000), amr: methodsOf(person), nonce };
}

function basicCredentials(header: string | undefined): [string, string] | undefined {
  const encoded = /^Basic (.+)$/.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':', 2);
  return [id, secret];
}

function refused(error: string, description: string): GrantError {
  return { error, error_description: description };
}
