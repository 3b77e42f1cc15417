/** Second line behind the list of fields: a token, an address or a card number that slipped into an id. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\bBearer\s+\S+/gi, '[token]'],
  [/\beyJ[\w-]+\.[\w-]*(?:\.[\w-]*)?/g, '[token]'],
  [/\b(?:sk|rk|whsec)_[A-Za-z0-9_]+/g, '[key]'],
  [/-----BEGIN[\s\S]*/g, '[key]'],
  [/[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+/g, '[email]'],
];

/** 13 to 19 digits in the usual groups, not inside a longer id: UUIDs are full of digits. */
const CARD_LIKE = /(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g;

/** The text with tokens, keys, e-mail addresses and card-like numbers replaced by their kind. */
export function masked(text: string): string {
  const withoutSecrets = SECRETS.reduce((rest, [pattern, kind]) => rest.replace(pattern, kind), text);
  return withoutSecrets.replace(CARD_LIKE, (digits) => (passesLuhn(digits) ? '[card]' : digits));
}

function passesLuhn(text: string): boolean {
  const digits = text.replace(/\D/g, '').split('').reverse().map(Number);
  const sum = digits.reduce((total, digit, place) => {
    const weighed = place % 2 === 1 ? digit * 2 : digit;
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return sum % 10 === 0;
}
