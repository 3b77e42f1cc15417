import { describe, expect, it } from '@jest/globals';
import { hidesSomething, shownText } from './visible-characters.js';

describe('shown text', () => {
  it.each([
    ['right-to-left override', 'refund \u202e00.97', 'refund [U+202E]00.97'],
    ['isolate', '\u2066ch_1\u2069', '[U+2066]ch_1[U+2069]'],
    ['zero-width space', 'pay\u200bpal', 'pay[U+200B]pal'],
    ['word joiner and byte order mark', 'a\u2060b\ufeff', 'a[U+2060]b[U+FEFF]'],
    ['direction mark', 'a\u200fb', 'a[U+200F]b'],
    ['soft hyphen', 'pay\u00adment', 'pay[U+00AD]ment'],
    ['joiner between Latin letters', 'ad\u200dmin', 'ad[U+200D]min'],
    ['non-joiner between digits', '1\u200c00', '1[U+200C]00'],
    ['a joiner at the start', '\u200dhello', '[U+200D]hello'],
    ['tags that spell a hidden instruction', 'ok\u{e0061}\u{e0070}', 'ok[U+E0061][U+E0070]'],
    ['tags after a flag that is none', '\u{1f3f4}\u{e0061}\u{e007f}', '\u{1f3f4}[U+E0061][U+E007F]'],
    ['Hangul filler', 'a\u3164b', 'a[U+3164]b'],
    ['blank braille', 'a\u2800b', 'a[U+2800]b'],
    ['line separator', 'a\u2028b', 'a[U+2028]b'],
    ['control character', 'a\u0007b\u001b[2Jc', 'a[U+0007]b[U+001B][2Jc'],
    ['variation selector on a letter', 'a\ufe0fb', 'a[U+FE0F]b'],
    ['a run of joiners in a joining script', 'می\u200c\u200c\u200cخواهم', 'می[U+200C][U+200C][U+200C]خواهم'],
  ])('boxes a %s', (_name, raw, shown) => {
    expect(shownText(raw)).toBe(shown);
    expect(hidesSomething(raw)).toBe(true);
  });

  it.each([
    ['Hebrew', 'שלום, אפשר לקבל החזר?'],
    ['Arabic with vowel marks', 'أُرِيدُ اسْتِرْدَادَ الْمَبْلَغ'],
    ['a Persian word with its non-joiner', 'می\u200cخواهم'],
    ['a Hindi conjunct with a joiner', 'क्\u200dष'],
    ['a Malayalam chillu at the end of a word', 'അവന്\u200d'],
    ['a family', '👨\u200d👩\u200d👧\u200d👦'],
    ['a heart with its variation selector', '❤\ufe0f and ❤\ufe0f\u200d🔥'],
    ['a keycap', '1\ufe0f\u20e3'],
    ['the flag of Wales', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}'],
    ['an Arabic number sign', '\u0601\u0662\u0660'],
    ['accents, tabs and lines', 'Åsa\tcafe\u0301\nZoë'],
    ['nothing', ''],
  ])('leaves %s as it is', (_name, text) => {
    expect(shownText(text)).toBe(text);
    expect(hidesSomething(text)).toBe(false);
  });

  it('leaves amount and account readable in place around a hidden character', () => {
    expect(shownText('42.00 EUR\u202e to card 4242')).toBe('42.00 EUR[U+202E] to card 4242');
  });
});
