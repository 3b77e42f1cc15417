/**
 * The HTTP edge: where people and programs talk to a service. Every refusal is an RFC 9457 problem document.
 * It refuses bodies it does not know, text that could not be stored, and to repeat what was sent in an error.
 * Its one invariant: bad input is never answered with a 5xx.
 */
export type { EdgeOptions } from './edge.js';
export {
  badRequest,
  conflict,
  forbidden,
  notFound,
  Problem,
  type ProblemOptions,
  unauthenticated,
  unavailable,
} from './problem.js';
export { type FieldProblem, ProblemDocument } from './problem-document.js';
export { ApiProblemResponses, type ProblemExample } from './problem-responses.js';
