import type { Log } from '@countersign/telemetry';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failureOf, storeAway } from '../failure/failure.js';
import { type ProblemOptions, problemDocument } from './problem.js';

/** Answers whatever went wrong with a problem document. What nobody foresaw is a 500 without its message. */
@Catch()
export class ProblemsFilter implements ExceptionFilter {
  constructor(private readonly logger: Log) {}

  catch(error: unknown, host: ArgumentsHost): void {
    // A hybrid application's rules fail through the transport, which treats them by kind.
    if (host.getType() !== 'http') throw error;
    const http = host.switchToHttp();
    sendProblem(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>(), this.logger);
  }
}

/** The same for what fails before Nest is asked. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply, logger: Log): void {
  const options = optionsOf(error);
  const { method, routeOptions } = request;
  if (options.status >= 500) {
    logger.error(
      'http.failed',
      { method, route: routeOptions.url, status: options.status, code: options.code },
      error,
    );
  }
  // An answer that has begun (a stream of events) cannot become another one.
  if (reply.sent || reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  const body = JSON.stringify(problemDocument(options, `urn:countersign:request:${request.id}`));
  void reply
    .code(options.status)
    .headers(options.headers ?? {})
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(body);
}

const titles: Readonly<Record<number, readonly [code: string, title: string]>> = {
  400: ['bad_request', 'The request is not usable'],
  401: ['unauthenticated', 'Sign-in needed'],
  403: ['forbidden', 'Not allowed'],
  404: ['not_found', 'Not found'],
  405: ['method_not_allowed', 'This method is not offered here'],
  408: ['request_timeout', 'The request took too long'],
  409: ['conflict', 'Not possible now'],
  413: ['body_too_large', 'The request body is too large'],
  414: ['uri_too_long', 'The address is too long'],
  415: ['unsupported_media_type', 'This kind of body is not understood'],
  429: ['too_many_requests', 'Too many requests'],
};

function optionsOf(error: unknown): ProblemOptions {
  const { problem, code, message } = error as { problem?: ProblemOptions; code?: unknown; message?: unknown };
  if (typeof problem === 'object' && problem !== null) return problem;
  const status = statusOf(error);
  if (status !== undefined && status < 500) {
    const [name, title] = titles[status] ?? ['refused', 'The request was refused'];
    const detail = detailOf(code, message) ?? title;
    return { status, code: name, title, detail };
  }
  const failure = failureOf(error);
  if (failure.failureKind === 'retryable') {
    const detail = 'Nothing is known to have happened. Please try again.';
    const name = failure.code === storeAway ? 'store_unavailable' : failure.code;
    return { status: 503, code: name, title: 'Not available now', detail, headers: { 'retry-after': '2' } };
  }
  return {
    status: 500,
    code: 'internal_error',
    title: 'Something went wrong here',
    detail: 'The fault is on this side and has been noted.',
  };
}

/** The status of a framework's error; Fastify's says `statusCode`, Nest's `getStatus()`. */
function statusOf(error: unknown): number | undefined {
  const { statusCode, getStatus } = error as { statusCode?: unknown; getStatus?: unknown };
  if (typeof getStatus === 'function') return Number(getStatus.call(error));
  if (typeof statusCode === 'number') return statusCode;
  // A body that is no JSON, an address that is no URI.
  return error instanceof SyntaxError || error instanceof URIError ? 400 : undefined;
}

/** A framework's words only where they cannot quote what was sent. */
function detailOf(code: unknown, message: unknown): string | undefined {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'A request body may have at most 1 MB.';
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return 'The body is empty; JSON was announced.';
  if (typeof message === 'string' && /JSON|Unexpected (token|end)/i.test(message)) {
    return 'The body is not valid JSON.';
  }
  return undefined;
}
