import type { FieldProblem, ProblemDocument } from './problem-document.js';
import type { TextFault } from './unstorable.js';

export interface ProblemOptions {
  readonly status: number;
  /** Stable, for programs. */
  readonly code: string;
  /** The same for every problem of this code. */
  readonly title: string;
  /** What happened this time and what to do, for people. Never a secret, never what a stranger wrote. */
  readonly detail?: string;
  readonly errors?: readonly FieldProblem[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** What a controller or command handler throws to answer with a problem document. Recognised by `problem`. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: string;

  constructor(readonly problem: ProblemOptions) {
    super(problem.detail ?? problem.title, { cause: problem.cause });
    this.code = problem.code;
  }
}

const of =
  (status: number, fallback: string, title: string) =>
  (
    detail: string,
    code = fallback,
    more: Pick<ProblemOptions, 'errors' | 'headers' | 'cause'> = {},
  ): Problem =>
    new Problem({ status, code, title, detail, ...more });

/** 400: the request cannot be understood as it is. */
export const badRequest = of(400, 'bad_request', 'The request is not usable');
/** 401: nobody is signed in, or the token is not good. */
export const unauthenticated = of(401, 'unauthenticated', 'Sign-in needed');
/** 403: signed in, but not allowed. */
export const forbidden = of(403, 'forbidden', 'Not allowed');
export const notFound = of(404, 'not_found', 'Not found');
/** 409: a rule of the business says no in the state things are in. */
export const conflict = of(409, 'conflict', 'Not possible now');
/** 503: nothing happened; try again. */
export const unavailable = of(503, 'unavailable', 'Not available now');

/** 400 naming each field. */
export function invalidFields(errors: readonly FieldProblem[]): Problem {
  const names = errors.map(({ field }) => field).join(', ');
  return new Problem({
    status: 400,
    code: 'invalid_request',
    title: 'The request is not usable',
    detail: `Not usable: ${names}.`,
    errors,
  });
}

/** 400 naming the text that cannot be stored as it is. */
export function unstorable({ path, reason }: TextFault): Problem {
  return invalidFields([{ field: path === '' ? 'body' : path, reason }]);
}

export function problemDocument(options: ProblemOptions, instance: string): ProblemDocument {
  const { status, code, title, detail = title, errors } = options;
  return {
    type: `urn:countersign:problem:${code}`,
    title,
    status,
    detail,
    instance,
    code,
    ...(errors === undefined ? {} : { errors }),
  };
}
