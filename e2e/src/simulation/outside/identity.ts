import { createHash, createPrivateKey } from 'node:crypto';
import { keyIdOf, publicKeyFrom, signCompact } from '@countersign/identity';
import type { SimulatedReply, SimulatedRequest } from '@countersign/testing/simulation';

export interface Person {
  readonly subject: string;
  readonly name: string;
  readonly roles: readonly string[];
}

export const people: readonly Person[] = [
  { subject: 'ada', name: 'Ada Nilsson', roles: ['customer'] },
  { subject: 'ben', name: 'Ben Okafor', roles: ['customer'] },
  { subject: 'maya', name: 'Maya Lindqvist', roles: ['support_manager'] },
  { subject: 'priya', name: 'Priya Nair', roles: ['support_manager'] },
  { subject: 'lena', name: 'Lena Hoff', roles: ['sales_manager'] },
  { subject: 'jonas', name: 'Jonas Weber', roles: ['support_agent'] },
  { subject: 'helpdesk-bot', name: 'Helpdesk bot', roles: ['agent'] },
  { subject: 'sam', name: 'Sam Achebe', roles: ['operator'] },
  { subject: 'tove', name: 'Tove Lund', roles: ['operator'] },
];

/** An Ed25519 key made of a name, the same in every process. It guards nothing. */
export function keyNamed(name: string) {
  const secret = createHash('sha256').update(`simulated key of ${name}`).digest();
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secret]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

const key = keyNamed('the identity provider');
const publicJwk = publicKeyFrom(key.export({ format: 'jwk' })).export({ format: 'jwk' });
const kid = keyIdOf(key.export({ format: 'jwk' }));
const tokens = new Map<string, string>();

/** A token of a person, good for the whole of a run that begins at this instant. */
export function tokenOf({ subject, name, roles }: Person, startMs: number): string {
  const known = tokens.get(`${subject} ${startMs}`);
  if (known !== undefined) return known;
  const from = Math.floor(startMs / 1000) - 60;
  const claims = {
    ...{ iss: 'http://identity', aud: 'countersign', sub: subject, name, tenant: 'fjordlight', roles },
    ...{ auth_time: from, amr: ['pwd'], iat: from, exp: from + 40 * 24 * 3_600 },
  };
  const token = signCompact(claims, key, { kid, typ: 'JWT' });
  tokens.set(`${subject} ${startMs}`, token);
  return token;
}

/** The identity provider: its keys, and a directory of who may do what right now. */
export class Identity {
  readonly withdrawn = new Set<string>();
  /** Of whom it was last said that they hold no role. */
  readonly saidToHoldNone = new Set<string>();

  answer({ path }: SimulatedRequest): SimulatedReply {
    if (path === '/jwks') return json(200, { keys: [{ ...publicJwk, kid, alg: 'EdDSA', use: 'sig' }] });
    const subject = path.slice('/directory/people/fjordlight/'.length);
    const person = people.find((each) => each.subject === subject);
    if (person === undefined) return json(404, { error: { code: 'person_not_found' } });
    if (this.withdrawn.has(subject)) this.saidToHoldNone.add(subject);
    return json(200, { sub: subject, roles: this.withdrawn.has(subject) ? [] : person.roles });
  }
}

function json(status: number, body: object): SimulatedReply {
  return { status, body: JSON.stringify(body) };
}
