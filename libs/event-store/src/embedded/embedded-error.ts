/** Why an embedded server did not start; the message is one sentence for the person who started it. */
export type EmbeddedErrorCode =
  | 'port_taken'
  | 'data_folder_in_use'
  | 'data_folder_unreachable'
  | 'other_server_version'
  | 'no_server_user'
  | 'platform_unsupported'
  | 'server_failed';

/** A start that was refused or failed; recognised by `code`. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError';
  constructor(
    readonly code: EmbeddedErrorCode,
    message: string,
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
  }
}
