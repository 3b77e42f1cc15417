import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

export interface Command<Options extends ParseArgsOptionsConfig> {
  readonly usage: string;
  readonly options: Options;
  /** Options that are whole numbers from 1. */
  readonly counts: readonly (keyof Options & string)[];
  /** The largest of a count, where there is one. */
  readonly most?: Readonly<Record<string, number>>;
  /** Options that are one of these words. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** Words that may stand by themselves; without any, none may. */
  readonly words?: readonly string[];
}

/**
 * What was typed behind a command of this repository.
 * @throws Error with a sentence that names the option, followed by the usage.
 */
export function typed<const Options extends ParseArgsOptionsConfig>(
  command: Command<Options>,
  args: readonly string[],
) {
  const { usage, options, words } = command;
  try {
    const allowPositionals = words !== undefined;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals });
    refuseWrong(command, values);
    const given: readonly string[] = positionals;
    const unknown = given.find((word) => !words?.includes(word));
    if (unknown !== undefined) throw new Error(`There is no “${unknown}”; there are ${words?.join(', ')}.`);
    return { values, words: given };
  } catch (error) {
    throw refused(usage, sentenceOf(error as Error & { code?: string }));
  }
}

export function typedOptions<const Options extends ParseArgsOptionsConfig>(
  command: Command<Options>,
  args: readonly string[],
) {
  return typed(command, args).values;
}

/** Node's first sentence names what is wrong; the others are about other ways to write it. */
function sentenceOf({ code, message }: Error & { code?: string }): string {
  if (code?.startsWith('ERR_PARSE_ARGS') !== true) return message;
  const [first = ''] = message.split(/\.?\s*\n|\. /);
  return `${first}.`;
}

/** A mistake that only the command itself can see, told like all others. */
export const refused = (usage: string, sentence: string): Error => new Error(`${sentence}\n\n${usage}`);

/** For a program: what is wrong goes to the screen and the program ends with 2; `--help` ends it with 0. */
export function readOrEnd<Read>(usage: string, read: (args: readonly string[]) => Read): Read {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return read(args);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}

export function optionsOrEnd<const Options extends ParseArgsOptionsConfig>(command: Command<Options>) {
  return readOrEnd(command.usage, (args) => typedOptions(command, args));
}

function refuseWrong<Options extends ParseArgsOptionsConfig>(
  { counts, most = {}, choices = {} }: Command<Options>,
  values: object,
): void {
  const given = Object.entries(values as Readonly<Record<string, unknown>>);
  for (const [name, value] of given) {
    const limit = most[name];
    if (counts.includes(name) && !isCount(String(value), limit)) {
      const to = limit === undefined ? '' : ` to ${limit}`;
      throw new Error(`--${name} is a whole number from 1${to}, and not “${String(value)}”.`);
    }
    const words = choices[name];
    if (words?.includes(String(value)) === false)
      throw new Error(`--${name} is one of ${words.join(', ')}, and not “${String(value)}”.`);
  }
}

const isCount = (text: string, most = Number.MAX_SAFE_INTEGER): boolean =>
  /^[1-9]\d*$/.test(text) && Number(text) <= most;
