import { ApiProblemResponses, type ProblemExample } from '@countersign/messaging/http';
import { statusOfCode } from '../decision/decision-codes.js';
import { sentenceOf } from '../decision/sentences.js';
import { DecisionProblem } from './documents.js';
import { type ProblemCode, problem } from './problem.js';

const ofEveryRoute: readonly ProblemCode[] = [
  'token_missing',
  'token_expired',
  'token_invalid',
  'not_a_person',
  'identity_unavailable',
  'unavailable',
];

/** Describes the problem documents of a route: those that every route has, and its own. */
export function ApiProblems(...own: readonly ProblemCode[]): MethodDecorator & ClassDecorator {
  const codes = [...new Set([...ofEveryRoute, ...own])];
  return ApiProblemResponses(codes.map(exampleOf), DecisionProblem);
}

function exampleOf(code: ProblemCode): ProblemExample {
  const { title, status, detail } = exampled(code);
  return { title, status, detail, code };
}

function exampled(code: ProblemCode) {
  switch (code) {
    case 'query_invalid':
      return problem(code, 400, 'The query parameter scope could not be read.');
    case 'unavailable':
      return problem(code, 503, 'The record cannot be reached just now. Nothing was decided. Try again.');
    case 'fault':
      return problem(code, 500, 'Something went wrong on our side.');
    default:
      return problem(code, statusOfCode[code], sentenceOf(code, { at: '2026-11-30T09:41:50.000Z' }));
  }
}
