import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

export interface Command<Options extends ParseArgsOptionsConfig> {
  readonly usage: string;
  readonly options: Options;
  /** Options that are whole numbers from 1. */
  readonly counts: readonly (keyof Options & string)[];
}

/**
 * What was typed behind a command of this repository.
 * @throws Error with a sentence that names the option, followed by the usage.
 */
export function typedOptions<const Options extends ParseArgsOptionsConfig>(
  { usage, options, counts }: Command<Options>,
  args: readonly string[],
) {
  try {
    const { values } = parseArgs({ args: [...args], options });
    for (const name of counts) {
      const given = (values as Readonly<Record<string, unknown>>)[name];
      if (given !== undefined && !/^[1-9]\d*$/.test(String(given)))
        throw new Error(`--${name} is a whole number from 1, and not “${String(given)}”.`);
    }
    return values;
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${usage}`);
  }
}

/** The same for a program: what is wrong goes to the screen and the program ends with 2; `--help` ends it with 0. */
export function optionsOrEnd<const Options extends ParseArgsOptionsConfig>(command: Command<Options>) {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    console.log(command.usage);
    process.exit(0);
  }
  try {
    return typedOptions(command, args);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}
