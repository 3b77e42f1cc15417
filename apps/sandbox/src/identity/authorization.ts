import { createHash, randomBytes } from 'node:crypto';
import type { SignIn } from './tokens.js';

/** What a client asked the sign-in page for, checked. */
export interface AuthorizationRequest {
  clientId: string;
  redirectUri: string;
  state: string | null;
  nonce: string | undefined;
  challenge: string;
}

export type ParsedAuthorization = { request: AuthorizationRequest } | { problem: string };

const CODE_LIFE_MS = 60_000;

/** PKCE with S256 is required, and the answer only ever goes back to this machine. */
export function parseAuthorization(query: URLSearchParams): ParsedAuthorization {
  const clientId = query.get('client_id');
  const redirectUri = query.get('redirect_uri');
  const challenge = query.get('code_challenge');
  if (clientId === null || clientId === '') return { problem: 'client_id is missing.' };
  if (redirectUri === null || !isLoopback(redirectUri)) {
    return { problem: 'redirect_uri must be an http address of this machine.' };
  }
  if (query.get('response_type') !== 'code') return { problem: 'response_type must be code.' };
  if (challenge === null || query.get('code_challenge_method') !== 'S256') {
    return { problem: 'code_challenge with code_challenge_method S256 is required.' };
  }
  const nonce = query.get('nonce') ?? undefined;
  return { request: { clientId, redirectUri, state: query.get('state'), nonce, challenge } };
}

function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}

export interface Redemption {
  code: string;
  clientId: string;
  redirectUri: string;
  verifier: string;
}

/** Codes between the sign-in page and the token endpoint: good once, for a minute, in memory. */
export function createCodes(now: () => number) {
  const open = new Map<string, { request: AuthorizationRequest; signIn: SignIn; expiresAt: number }>();
  return {
    issue(request: AuthorizationRequest, signIn: SignIn): string {
      const code = randomBytes(32).toString('base64url');
      open.set(code, { request, signIn, expiresAt: now() + CODE_LIFE_MS });
      return code;
    },
    /** The sign-in behind the code, or nothing; a wrong try uses the code up too. */
    redeem({ code, clientId, redirectUri, verifier }: Redemption): SignIn | undefined {
      const found = open.get(code);
      open.delete(code);
      if (found === undefined || found.expiresAt <= now()) return undefined;
      const { request, signIn } = found;
      if (request.clientId !== clientId || request.redirectUri !== redirectUri) return undefined;
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      return challenge === request.challenge ? signIn : undefined;
    },
  };
}

export type Codes = ReturnType<typeof createCodes>;
