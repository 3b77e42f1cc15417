import { loggerToken } from '@countersign/messaging';
import type { Log } from '@countersign/telemetry';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import type { DecisionRefusal } from '../decision/decision-answer.js';
import { statusOfCode } from '../decision/decision-codes.js';
import { sentenceOf } from '../decision/sentences.js';

/** Refusals of a decision, and the few ways a request fails before it is one. */
export type ProblemCode = DecisionRefusal['code'] | 'query_invalid' | 'unavailable' | 'fault';

export interface Problem {
  /** RFC 9457; a name, not an address. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
  readonly [extension: string]: unknown;
}

/** Thrown at the HTTP edge only, to leave with a problem document. */
export class ProblemException extends HttpException {
  constructor(readonly problem: Problem) {
    super(problem, problem.status);
  }
}

export function problemOf(refused: DecisionRefusal): Problem {
  const { code, message, differences, replacedBy } = refused;
  return {
    ...problem(code === 'other_tenant' ? 'not_found' : code, statusOfCode[code], message),
    ...(differences === undefined ? {} : { differences }),
    ...(replacedBy === undefined ? {} : { replacedBy }),
  };
}

export function problem(code: ProblemCode, status: number, detail: string): Problem {
  const words = code.replaceAll('_', ' ');
  const title = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return { type: `urn:countersign:problem:${code}`, title, status, detail, code };
}

export function notFound(): ProblemException {
  return new ProblemException(problem('not_found', 404, sentenceOf('not_found', { at: '' })));
}

interface Reply {
  status(code: number): Reply;
  header(name: string, value: string): Reply;
  send(body: unknown): unknown;
}

/** Every error of these routes as a problem document; what nobody expected says nothing of itself. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(loggerToken) private readonly log: Log) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const known = knownProblem(error);
    const reply = host.switchToHttp().getResponse<Reply>();
    const { id } = host.switchToHttp().getRequest<{ id: string }>();
    // Whoever reports the id of a fault can be helped only where the log says what it was.
    if (known.code === 'fault') this.log.error('http.failed', { status: known.status, requestId: id }, error);
    if (known.status === 503) reply.header('retry-after', '1');
    reply
      .status(known.status)
      .header('content-type', 'application/problem+json')
      .send({ ...known, instance: `urn:countersign:request:${id}` });
  }
}

/** Our own by its shape, failures of the machine by their code, and anything else as a fault. */
function knownProblem(error: unknown): Problem {
  const {
    problem: own,
    failureKind,
    code,
  } = (error ?? {}) as {
    problem?: Problem;
    failureKind?: unknown;
    code?: unknown;
  };
  if (own !== undefined) return own;
  if (failureKind === 'retryable' || code === 'store_unavailable') {
    return problem(
      'unavailable',
      503,
      'The record cannot be reached just now. Nothing was decided. Try again.',
    );
  }
  const status = error instanceof HttpException ? error.getStatus() : 500;
  return status < 500
    ? problem('body_invalid', status, 'The request could not be read. Nothing was decided.')
    : problem(
        'fault',
        500,
        'Something went wrong on our side. Open the card again to see what is on record.',
      );
}
