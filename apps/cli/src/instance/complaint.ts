const FIRST_LINE = /^(?:[a-z-]+ cannot start|[A-Za-z]*(?:Error|Invalid|Refused|Failure)(?: \[[A-Z_]+\])?): ./;
const AFTER = /^(?:\s+at |\s*$|Node\.js v|\})/;

/**
 * The one sentence in what a program wrote before it ended: why it cannot start, or the message of the error it died
 * of. Undefined when it wrote none; a stack is nobody's sentence.
 */
export function complaintIn(text: string): string | undefined {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => FIRST_LINE.test(line));
  if (from < 0) return undefined;
  const length = lines.slice(from + 1).findIndex((line) => AFTER.test(line));
  const message = lines
    .slice(from, length < 0 ? undefined : from + 1 + length)
    .map((line) => line.trim())
    .join(' ')
    .replace(/^[^:]*: /, '')
    .replace(/ \{$/, '');
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
