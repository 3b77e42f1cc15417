/** Emoji of the standard's own list, whole: their joiners and variation marks are part of the picture. */
const emoji = /\p{RGI_Emoji}/gv;

/**
 * What a reader cannot see: format and control characters, everything Unicode says may be ignored, separators
 * that look like nothing and the blank braille cell. Tab and line feed are ordinary.
 */
const unseen = /[\p{Cf}\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u;
/** Format characters that are drawn: Arabic number signs, Syriac abbreviation, Kaithi number signs. */
const drawn = /[\t\n\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;

const joiners = /[\u200c\u200d]/u;
/** Scripts whose spelling needs joiners: Persian words, Indic conjuncts, Mongolian and N'Ko letters. */
const joiningScript =
  /(?=[\p{L}\p{M}])[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nko}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;
const pictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;
const mongolian = /\p{Script=Mongolian}/u;
const ideograph = /\p{Script=Han}/u;

/**
 * Text as it is shown where somebody decides: what could hide or reorder it stands as a box, `[U+202E]`
 * (C73, S59). Joiners inside emoji and inside scripts that join stay, so Arabic, Hebrew, Hindi and families
 * stay readable. The stored text is never changed; this is for eyes only.
 */
export function shownText(text: string): string {
  let shown = '';
  let from = 0;
  for (const match of text.matchAll(emoji)) {
    shown += boxed(text, from, match.index) + match[0];
    from = match.index + match[0].length;
  }
  return shown + boxed(text, from, text.length);
}

/** Whether a person who reads this text would miss something in it. */
export function hidesSomething(text: string): boolean {
  return shownText(text) !== text;
}

function boxed(text: string, from: number, to: number): string {
  let shown = '';
  let before = [...text.slice(Math.max(0, from - 2), from)].at(-1) ?? '';
  const characters = [...text.slice(from, to)];
  for (const [index, character] of characters.entries()) {
    const after = characters[index + 1] ?? [...text.slice(to, to + 2)][0] ?? '';
    shown += isSeen(character, before, after) ? character : box(character);
    before = character;
  }
  return shown;
}

function isSeen(character: string, before: string, after: string): boolean {
  if (!unseen.test(character) || drawn.test(character)) return true;
  if (joiners.test(character)) return joins(before, after);
  if (character === '\ufe0f' || character === '\ufe0e') return /\p{Extended_Pictographic}/u.test(before);
  if (/[\u180b-\u180d\u180f]/u.test(character)) return mongolian.test(before);
  if (/[\u{e0100}-\u{e01ef}]/u.test(character)) return ideograph.test(before);
  return false;
}

/** A joiner at the end of a word may only follow a mark (a Malayalam chillu); between letters it is spelling. */
function joins(before: string, after: string): boolean {
  if (pictograph.test(before) && /\p{Extended_Pictographic}/u.test(after)) return true;
  return joiningScript.test(before) && (joiningScript.test(after) || /\p{M}/u.test(before));
}

function box(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}
