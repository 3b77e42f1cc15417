import type { Reply } from '../wire/reply.js';
import { html, json, redirect, refuse } from '../wire/reply.js';
import type { Call, Route } from '../wire/router.js';
import { route } from '../wire/router.js';
import { parseAuthorization } from './authorization.js';
import { signInPage } from './sign-in-page.js';
import { ALGORITHM } from './signing-key.js';
import type { TokenEndpoint } from './token-endpoint.js';
import { OPEN, PERSON_GRANT, signInNow, tokenEndpoint } from './token-endpoint.js';

/** What an OpenID Connect client needs: discovery, keys, the sign-in page and the token endpoint. */
export function signInRoutes(endpoint: TokenEndpoint): Route[] {
  const { settings } = endpoint;
  return [
    route('GET', '/.well-known/openid-configuration', () => json(200, discovery(settings.issuer()), OPEN)),
    route('GET', '/jwks', () => json(200, { keys: [settings.key.publicJwk] }, OPEN)),
    route('GET', '/authorize', (call) => showSignIn(endpoint, call)),
    route('POST', '/authorize', (call) => signIn(endpoint, call)),
    route('POST', '/token', tokenEndpoint(endpoint)),
  ];
}

function discovery(issuer: string): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [ALGORITHM],
    grant_types_supported: ['authorization_code', 'client_credentials', PERSON_GRANT],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: ['openid', 'profile'],
    claims_supported: ['iss', 'aud', 'sub', 'name', 'tenant', 'roles', 'auth_time', 'amr', 'iat', 'exp'],
  };
}

/** A wrong request is told to the person and never redirected: the address to go to is part of what is wrong. */
function showSignIn({ people }: TokenEndpoint, call: Call): Reply {
  const parsed = parseAuthorization(call.query);
  if ('problem' in parsed) return refuse(400, 'invalid_request', parsed.problem);
  const persons = people.all().filter((person) => person.kind === 'person');
  return html(200, signInPage(persons, call.query));
}

function signIn({ people, codes, settings }: TokenEndpoint, call: Call): Reply {
  const form = new URLSearchParams(call.body);
  const parsed = parseAuthorization(form);
  if ('problem' in parsed) return refuse(400, 'invalid_request', parsed.problem);
  const person = people.find(form.get('person') ?? '');
  if (person?.kind !== 'person') return refuse(400, 'invalid_request', 'There is no such person.');
  const { request } = parsed;
  const target = new URL(request.redirectUri);
  target.searchParams.set('code', codes.issue(request, signInNow(person, settings, request.nonce)));
  if (request.state !== null) target.searchParams.set('state', request.state);
  return redirect(target.href);
}
