import type { Log } from '@countersign/telemetry';
import type { LoggerService } from '@nestjs/common';

/** Nest writes free text, for which the log has no field: what is serious is counted, the text stays out. */
export function nestLogger(log: Log): LoggerService {
  const ignore = () => undefined;
  return {
    log: ignore,
    debug: ignore,
    verbose: ignore,
    warn: () => log.debug('nest.warning'),
    error: (error: unknown) => log.error('nest.error', {}, error instanceof Error ? error : undefined),
    fatal: (error: unknown) => log.error('nest.fatal', {}, error instanceof Error ? error : undefined),
  };
}
