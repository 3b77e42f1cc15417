import { type Paint, paintFor } from './paint.js';

/** Where a command says what it does. Everything goes through here, so that tests can read it. */
export interface Printer {
  readonly paint: Paint;
  line(text?: string): void;
}

export function terminalPrinter(): Printer {
  // A closed pipe (`countersign show … | head`) is the reader's choice, not a fault.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  return {
    paint: paintFor(process.stdout, process.env),
    line: (text = '') => {
      process.stdout.write(`${text}\n`);
    },
  };
}

/** Text in lines of at most `width` characters, broken at blanks, the later ones indented. */
export function wrapped(text: string, width: number, indent: string): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && line.length + 1 + word.length > width) {
        lines.push(line);
        line = word;
      } else {
        line = line === '' ? word : `${line} ${word}`;
      }
    }
    lines.push(line);
  }
  return lines.map((line, at) => (at === 0 ? line : `${indent}${line}`));
}
