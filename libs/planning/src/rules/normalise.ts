/** Words people type differently from how the rules name them. Longest first where one contains another. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/\bcan ?not\b|\bcan't\b|\bcant\b/g, 'can not'],
  [/\bwon't\b|\bwont\b/g, 'will not'],
  [/\b(do|does|did|has|have|had|is|are|was|were|would|could|should)n'?t\b/g, '$1 not'],
  [/\b(i|you|we|they)'?ve\b/g, '$1 have'],
  [/\bi'?m\b/g, 'i am'],
  [/\b(i|you|they|we|he|she)'d\b|\b(i)d\b/g, '$1$2 would'],
  [/\b(it|that|there|what|where|when|who|how|he|she|name)'s\b/g, '$1 is'],
  [/\bthats\b/g, 'that is'],
  [/\bwheres\b/g, 'where is'],
  [/\b(you|they|we)'re\b/g, '$1 are'],
  [/\b(i|you|it|they|we|that)'ll\b/g, '$1 will'],
  [/\bwanna\b/g, 'want to'],
  [/\bgimme\b/g, 'give me'],
  [/\b(pls|plz|plse)\b/g, 'please'],
  [/\bu\b/g, 'you'],
  [/\bur\b/g, 'your'],
  [/\bcancell(ed|ing|ation)\b/g, 'cancel$1'],
  [/\bstanding orders?\b/g, 'standing_payment'],
  [/\brecogniz/g, 'recognis'],
  [/\bauthoriz/g, 'authoris'],
];

/** Only words whose near misses are not words themselves: `cancer` and `border` must stay what they are. */
const mended = [
  'refund',
  'refunds',
  'refunded',
  'refunding',
  'unopened',
  'duplicate',
  'reimbursement',
  'cancel',
];
const leftAlone = new Set(['cancer', 'cancels', 'cancers', 'refuse', 'refunder', 'opened', 'reopened']);

/**
 * Lower case, composed, straight quotes, no invisible characters, contractions written out, one space
 * between words, and the few words that decide a route mended when they are one slip away.
 */
export function normalise(text: string): string {
  const plain = text
    .slice(0, 20_000)
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2018\u2019\u02BC\u0060\u00B4]/g, "'")
    .replace(/[\u201C\u201D]/g, '"')
    .toLowerCase();
  const spelled = spellings.reduce((current, [from, to]) => current.replace(from, to), plain);
  return spelled
    .replace(/[a-z]{5,}/g, mend)
    .replace(/\s+/g, ' ')
    .trim();
}

/** The parts of a message that can be about different things: sentences and joined clauses. */
export function clauses(normalised: string): string[] {
  return normalised
    .split(
      /[.!?;\n]+(?=\s|$)|,|\s-+\s|\b(?:and|but|so|then|because|since|however)\b|\b(?=how (?:can|do|to) |can (?:i|you) |could (?:i|you) )/,
    )
    .map((clause) => clause.trim())
    .filter((clause) => clause.length > 0);
}

function mend(word: string): string {
  if (leftAlone.has(word) || mended.includes(word)) return word;
  return mended.find((target) => word[0] === target[0] && oneSlipApart(word, target)) ?? word;
}

/** One letter missing, doubled, wrong or swapped with its neighbour. */
function oneSlipApart(word: string, target: string): boolean {
  if (Math.abs(word.length - target.length) > 1) return false;
  let start = 0;
  while (start < word.length && word[start] === target[start]) start += 1;
  let end = 0;
  const room = Math.min(word.length, target.length) - start;
  while (end < room && word[word.length - 1 - end] === target[target.length - 1 - end]) end += 1;
  const left = word.slice(start, word.length - end);
  const right = target.slice(start, target.length - end);
  const swapped = left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
  return (left.length <= 1 && right.length <= 1) || swapped;
}
