/** Colours for a terminal, and plain text everywhere else. Colour never carries meaning alone: the word does. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  accent(text: string): string;
}

type Out = { readonly isTTY?: boolean | undefined };
type Environment = Readonly<Record<string, string | undefined>>;

/** `NO_COLOR` (no-color.org) and a dumb terminal are respected. */
export function paintFor(out: Out, env: Environment): Paint {
  const coloured = out.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  const with_ = (code: number) => (text: string) => (coloured ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { bold: with_(1), dim: with_(2), good: with_(32), bad: with_(31), accent: with_(36) };
}
