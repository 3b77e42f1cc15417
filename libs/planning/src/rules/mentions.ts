/** An amount somebody wrote. It informs a reader; amounts of proposals come from records only. */
export interface AmountMention {
  amountMinor: number;
  currency: string;
}

const signs: Record<string, string> = {
  '€': 'EUR',
  eur: 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  $: 'USD',
  usd: 'USD',
  dollar: 'USD',
  dollars: 'USD',
  buck: 'USD',
  bucks: 'USD',
  '£': 'GBP',
  gbp: 'GBP',
  pound: 'GBP',
  pounds: 'GBP',
  quid: 'GBP',
  '¥': 'JPY',
  jpy: 'JPY',
  yen: 'JPY',
  bhd: 'BHD',
  dinar: 'BHD',
  dinars: 'BHD',
};
const decimals: Record<string, number> = { EUR: 2, USD: 2, GBP: 2, JPY: 0, BHD: 3 };

const number = '\\d{1,3}(?:[,.]\\d{3})+(?:[.,]\\d{1,3})?|\\d+(?:[.,]\\d{1,3})?';
const before = new RegExp(`(€|\\$|£|¥|\\b(?:eur|usd|gbp|jpy|bhd))\\s?(${number})`, 'g');
const after = new RegExp(
  `(${number})\\s?(€|\\$|£|¥|(?:eur|euros?|usd|dollars?|bucks?|gbp|pounds?|quid|jpy|yen|bhd|dinars?)\\b)`,
  'g',
);

/** Amounts with a currency, in the order they appear; a number without a currency is not an amount. */
export function readAmounts(normalised: string): AmountMention[] {
  const found = [
    ...[...normalised.matchAll(before)].map((hit) => ({ at: hit.index, sign: hit[1], digits: hit[2] })),
    ...[...normalised.matchAll(after)].map((hit) => ({ at: hit.index, sign: hit[2], digits: hit[1] })),
  ].sort((a, b) => a.at - b.at);
  const read = found.flatMap(({ sign, digits }) => toAmount(sign ?? '', digits ?? ''));
  const seen = new Set<string>();
  return read.filter((amount) => {
    const key = `${amount.currency} ${amount.amountMinor}`;
    return seen.has(key) ? false : seen.add(key).size > 0;
  });
}

function toAmount(sign: string, digits: string): AmountMention[] {
  const currency = signs[sign];
  const places = currency === undefined ? undefined : decimals[currency];
  if (currency === undefined || places === undefined) return [];
  const mark = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const tail = mark < 0 ? 0 : digits.length - mark - 1;
  const fraction = tail > 0 && tail <= places && (tail !== 3 || places === 3) ? digits.slice(mark + 1) : '';
  const whole = (fraction === '' ? digits : digits.slice(0, mark)).replace(/[.,]/g, '');
  const amountMinor = Number(`${whole}${fraction.padEnd(places, '0')}`);
  return Number.isSafeInteger(amountMinor) ? [{ amountMinor, currency }] : [];
}

const orderId = '#?\\s?([a-z]{0,3}\\d{3,12})\\b';
const afterHash = /#\s?([a-z]{0,3}\d{3,12})\b/g;
const afterOrder = new RegExp(
  `\\border(?:s)?\\s*(?:number|numbers|num|no\\.?|nr\\.?|id|ids|ref(?:erence)?)?\\s*(?:is|are|was|:|=|-)?\\s*${orderId}`,
  'g',
);
const listed = new RegExp(`^\\s*(?:,|and|&|or|,\\s*and)\\s*(?:order\\s*)?${orderId}`);

/** Order ids as `#4821`, `order 4821`, `order number: 4821`, `orders 4821 and 4822`; upper case letters. */
export function readOrderIds(normalised: string): string[] {
  const found: { at: number; id: string }[] = [];
  for (const pattern of [afterHash, afterOrder]) {
    for (const hit of normalised.matchAll(pattern)) {
      found.push({ at: hit.index, id: hit[1] ?? '' });
      found.push(...listedAfter(normalised, hit.index + hit[0].length));
    }
  }
  found.sort((a, b) => a.at - b.at);
  return [...new Set(found.map(({ id }) => id.toUpperCase()))];
}

const LISTED_MAX = 20;

/** "… 4821, 4822 and 4823": the ids that follow a named one. */
function listedAfter(normalised: string, from: number): { at: number; id: string }[] {
  const found: { at: number; id: string }[] = [];
  let end = from;
  for (let hit = listed.exec(normalised.slice(end, end + 40)); hit !== null && found.length < LISTED_MAX; ) {
    found.push({ at: end, id: hit[1] ?? '' });
    end += hit[0].length;
    hit = listed.exec(normalised.slice(end, end + 40));
  }
  return found;
}

/** The same, plus bare numbers: only to be used on the answer to "which order?". */
export function readOrderIdAnswer(normalised: string): string[] {
  const named = readOrderIds(normalised);
  if (named.length > 0) return named;
  const withoutAmounts = normalised.replace(before, ' ').replace(after, ' ');
  const bare = [...withoutAmounts.matchAll(/(?<![\w.-])([a-z]{0,3}\d{3,12})(?![\w-])/g)];
  return [...new Set(bare.map((hit) => (hit[1] ?? '').toUpperCase()))];
}
