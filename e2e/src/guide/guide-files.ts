/** A file as a guide shows it: whole, or as what is added at its end. */
export interface ShownFile {
  readonly path: string;
  readonly text: string;
  readonly added: boolean;
}

/** The blocks of a guide whose fence names a file: ```ts libs/…/late-fees.ts, or with `(added at the end)` behind it. */
export function filesShown(guide: string): readonly ShownFile[] {
  const blocks = guide.matchAll(/^```\w+ (\S+\.\w+)( \(added at the end\))?\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, path = '', added, text = '']) => ({ path, text, added: added !== undefined }));
}

/** What a fence of commands holds, a command a line. */
export function commandsShown(guide: string): readonly string[] {
  return [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, text = '']) => text.trim().split('\n'));
}

/** The lines of code that are in the second text and not in the first: no blank ones, and no comments. */
export function linesWritten(made: string, written: string): readonly string[] {
  const before = codeOf(made);
  const kept = common(before, codeOf(written));
  return codeOf(written).filter((_line, index) => !kept.has(index));
}

function codeOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !/^(?:\/\/|\/\*|\*)/.test(line));
}

/** Which lines of `b` stand in `a` too, in the same order, as many as there can be. */
function common(a: readonly string[], b: readonly string[]): ReadonlySet<number> {
  const longest: number[][] = Array.from({ length: a.length + 1 }, () => Array(b.length + 1).fill(0));
  const at = (i: number, j: number): number => longest[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = longest[i] ?? [];
    for (let j = b.length - 1; j >= 0; j -= 1)
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const kept = new Set<number>();
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      kept.add(j);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return kept;
}
