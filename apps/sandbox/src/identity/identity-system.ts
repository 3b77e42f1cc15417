import { openCalls } from '../ledger/calls.js';
import type { Ledger } from '../ledger/database.js';
import { json, refuse } from '../wire/reply.js';
import type { Handler } from '../wire/router.js';
import { param, route, withJson, withKey } from '../wire/router.js';
import type { System } from '../wire/system.js';
import { createCodes } from './authorization.js';
import { BAD_TOKEN_KINDS, mintBadToken } from './bad-tokens.js';
import type { People, Person } from './people.js';
import { openPeople } from './people.js';
import { signInRoutes } from './sign-in-routes.js';
import { openSigningKey } from './signing-key.js';
import { signInNow } from './token-endpoint.js';
import type { TokenSettings } from './tokens.js';

export interface IdentityOptions {
  now: () => number;
  /** The address of this server, known once it listens. */
  issuer: () => string;
  directoryKey: string;
  adminKey: string;
  clientSecret: string;
  tokenLifetimeSeconds: number;
}

/** The identity provider and the staff directory. */
export async function identitySystem(ledger: Ledger, options: IdentityOptions): Promise<System> {
  const { now, issuer, directoryKey, adminKey, clientSecret } = options;
  const people = openPeople(ledger);
  const key = await openSigningKey(ledger);
  const settings: TokenSettings = { key, issuer, now, lifetimeSeconds: options.tokenLifetimeSeconds };
  const directory: Handler = (call) => {
    const person = people.find(param(call, 'sub'));
    return shown(person?.tenant === param(call, 'tenant') ? person : undefined);
  };
  return {
    name: 'identity',
    refuse,
    calls: openCalls(ledger.calls),
    reset: () => people.reset(),
    close: () => ledger.close(),
    routes: [
      ...signInRoutes({ people, settings, codes: createCodes(now), clientSecret }),
      route('GET', '/directory/people/:tenant/:sub', withKey(directoryKey, directory)),
    ],
    adminRoutes: [
      route('GET', '/people', () => json(200, { people: people.all() })),
      route('PATCH', '/people/:tenant/:sub', changeRoles(people)),
      // Always behind the key, open admin server or not: these tokens are made to get past somebody.
      route('POST', '/tokens', withKey(adminKey, badTokens(people, settings))),
    ],
  };
}

function shown(person: Person | undefined) {
  if (person === undefined) return refuse(404, 'person_not_found', 'The directory has nobody by this name.');
  return json(200, person);
}

function changeRoles(people: People): Handler {
  return withJson((call, { roles }) => {
    if (!Array.isArray(roles) || !roles.every((role) => typeof role === 'string')) {
      return refuse(400, 'invalid_roles', 'roles must be a list of text.');
    }
    return shown(people.setRoles(param(call, 'tenant'), param(call, 'sub'), roles));
  });
}

function badTokens(people: People, settings: TokenSettings): Handler {
  return withJson(async (_call, body) => {
    const kind = BAD_TOKEN_KINDS.find((known) => known === body.kind);
    const person = people.find(typeof body.person === 'string' ? body.person : '');
    const seconds = typeof body.seconds === 'number' ? body.seconds : 600;
    if (kind === undefined) return refuse(400, 'invalid_kind', `kind: ${BAD_TOKEN_KINDS.join(', ')}.`);
    if (person === undefined)
      return refuse(400, 'invalid_person', 'person must be somebody in the directory.');
    const signIn = signInNow(person, settings);
    return json(201, { token: await mintBadToken(settings, { kind, signIn, seconds }) });
  });
}
