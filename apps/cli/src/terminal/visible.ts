/** Control characters, and those that are invisible or turn the direction of writing. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Text that others wrote, safe to print: an escape sequence in a message must not steer the reader's terminal, and
 * nothing may hide in it. What cannot be seen is written as its code point.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) =>
    character === '\n'
      ? ' '
      : `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`,
  );
}
