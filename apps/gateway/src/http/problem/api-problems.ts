import { ApiProblemResponses, type ProblemExample } from '@countersign/messaging/http';
import { type ProblemCode, statusOf, titleOf } from './problem-codes.js';

const ofEveryRoute: readonly ProblemCode[] = [
  'bad_request',
  'invalid_request',
  'token_missing',
  'token_expired',
  'token_invalid',
  'tenant_not_served',
  'too_many_requests',
  'internal_error',
  'identity_unavailable',
  'contended',
  'store_unavailable',
];

/** Describes the problem documents of a route: those that every route has, and its own. */
export function ApiProblems(...own: readonly ProblemCode[]): MethodDecorator & ClassDecorator {
  const codes = [...new Set([...ofEveryRoute, ...own])];
  return ApiProblemResponses(codes.map(exampleOf));
}

const exampleOf = (code: ProblemCode): ProblemExample => ({
  title: titleOf(code),
  status: statusOf(code),
  detail: titleOf(code),
  code,
});
