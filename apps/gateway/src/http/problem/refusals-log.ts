import { loggerToken } from '@countersign/messaging';
import type { Log } from '@countersign/telemetry';
import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { catchError, type Observable, throwError } from 'rxjs';
import type { SignedInRequest } from '../access/signed-in.js';

/** Counts what was refused: one line each, with the code and how many fields were wrong, never what was sent. */
@Injectable()
export class RefusalsLog implements NestInterceptor {
  constructor(@Inject(loggerToken) private readonly log: Log) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<SignedInRequest>();
    return next.handle().pipe(
      catchError((error: unknown) => {
        logRefusal(this.log, request, error);
        return throwError(() => error);
      }),
    );
  }
}

/** What is refused before a handler is reached, by a guard, is counted by the guard. */
export function logRefusal(log: Log, request: SignedInRequest, error: unknown): void {
  const { problem } = error as { problem?: { code: string; status: number; errors?: readonly unknown[] } };
  if (problem === undefined || problem.status >= 500) return;
  log.info('request.refused', {
    code: problem.code,
    status: problem.status,
    method: request.method,
    route: request.routeOptions?.url,
    tenant: request.principal?.tenant,
    count: problem.errors?.length ?? 0,
  });
}
