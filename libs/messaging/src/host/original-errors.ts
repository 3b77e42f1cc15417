import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';

/**
 * Hands what a rule threw to the transport as it is. Nest's own layer would replace it with "Internal server
 * error", and its kind with it.
 */
@Catch()
export class OriginalErrors implements ExceptionFilter {
  catch(error: unknown, _host: ArgumentsHost): never {
    throw error;
  }
}
