/** What a command could not do, in one sentence for the person who asked. Exit code 1, no stack. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
  readonly code = 'command_refused';
}

/** Codes of errors whose message was written for the person at the terminal. */
const spoken = new Set([
  'command_refused',
  'configuration_invalid',
  'migration_refused',
  'port_taken',
  'data_folder_in_use',
  'data_folder_unreachable',
  'other_server_version',
  'no_server_user',
  'platform_unsupported',
  'server_failed',
  'java_missing',
  'maven_missing',
  'kafka_not_fetched',
  'kafka_failed',
  'kafka_unreachable',
  'topics_refused',
  'topic_missing',
]);

/** The sentence for any error, and whether it is one that we expected to say. */
export function sentenceOfError(error: unknown): { readonly text: string; readonly expected: boolean } {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  const message = error instanceof Error ? error.message : String(error);
  if (typeof code === 'string' && spoken.has(code)) return { text: ended(message), expected: true };
  return { text: `Something unexpected happened: ${ended(message)}`, expected: false };
}

const ended = (text: string): string => (/[.!?:]$|\n/.test(text) ? text : `${text}.`);
