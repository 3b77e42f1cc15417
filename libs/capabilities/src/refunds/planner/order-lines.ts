import { clauses, normalise } from '@countersign/planning/rules';
import type { OrderRecord } from './order-record.js';

export interface LineWanted {
  lineId: string;
  quantity: number;
}

/** Which lines of an order a text means. `unclear` is asked about, never guessed. */
export type LinesReading =
  | { outcome: 'lines'; lines: LineWanted[] }
  | { outcome: 'unclear' }
  | { outcome: 'unnamed' };

const everything =
  /\b(?:whole|entire|everything|all of (?:it|them)|both|all (?:the |my |of the )?(?:items|things|products|lines|goods)|complete order|full refund|the lot|all)\b/;
const partOnly =
  /\b(?:an|one|some|part|single|only|just|a few|something)\b(?: of)?(?: the| my| these| those)? ?(?:items?|things?|products?|lines?|of them|from|in|bought|of)\b|\bsomething\b|\bpartial\b|\b(?:the|this|that|an?) (?:item|product|thing)\b/;
const namesGoods =
  /\b(?:refund(?:ed)?|return(?:ing)?|back|reimbursed?)(?: (?:for|on|of))? (?:the|my|those|these|this|that|an?) (?!(?:orders?|whole|entire|full|purchase|complete|money|amount|total|price|rest|policy|other|refund|it|them)\b)[a-z]{3,}/;
const kept = /\b(?:except|excluding|apart from|but not|other than|besides|keep|keeping|kept|not)\b/;
const counts: Record<string, number> = { one: 1, a: 1, two: 2, three: 3, four: 4, five: 5, six: 6 };
const filler = new Set(['the', 'and', 'for', 'with', 'set', 'of', 'in', 'a', 'an', 'pair', 'size', 'new']);

/** Lines named by the words of their titles; "except the case" and "keep the case" leave lines out. */
export function readLines(text: string, order: OrderRecord): LinesReading {
  const said = normalise(text);
  const left = named(clausesWhere(said, true), order);
  const chosen = named(clausesWhere(said, false), order);
  if (left.outcome === 'unclear' || chosen.outcome === 'unclear') return { outcome: 'unclear' };
  const leftIds = new Set(left.lines.map((line) => line.lineId));
  if (chosen.lines.length > 0) {
    const lines = chosen.lines.filter((line) => !leftIds.has(line.lineId));
    return lines.length > 0 ? { outcome: 'lines', lines } : { outcome: 'unclear' };
  }
  if (leftIds.size > 0 && (everything.test(said) || mentionsOrder(said))) {
    const lines = whole(order).filter((line) => !leftIds.has(line.lineId));
    return lines.length > 0 ? { outcome: 'lines', lines } : { outcome: 'unclear' };
  }
  if (everything.test(said)) return { outcome: 'lines', lines: whole(order) };
  if (order.lines.length === 1 && order.lines[0]?.quantity === 1)
    return { outcome: 'lines', lines: whole(order) };
  if (partOnly.test(said) || namesGoods.test(said)) return { outcome: 'unclear' };
  return mentionsOrder(said) ? { outcome: 'lines', lines: whole(order) } : { outcome: 'unnamed' };
}

function mentionsOrder(said: string): boolean {
  return /\border\b|#\s?\w*\d/.test(said);
}

function whole(order: OrderRecord): LineWanted[] {
  return order.lines.map(({ lineId, quantity }) => ({ lineId, quantity }));
}

/** The text that chooses, or the text behind "except" and "keep" that leaves out. */
function clausesWhere(said: string, leavingOut: boolean): string {
  return clauses(said)
    .map((clause) => {
      const mark = kept.exec(clause);
      if (mark === null) return leavingOut ? '' : clause;
      return leavingOut ? clause.slice(mark.index) : clause.slice(0, mark.index);
    })
    .join(' ; ');
}

/** Every title is tried; two titles that fit the same words equally well are unclear. */
function named(text: string, order: OrderRecord): { outcome: 'found' | 'unclear'; lines: LineWanted[] } {
  const words = new Set(text.split(/[^a-z0-9]+/).map(singular));
  const scored = order.lines.map((line) => ({ line, ...score(titleWords(line.title), words) }));
  const hits = scored.filter((hit) => hit.hit);
  const clear = hits.filter((hit) => !hits.some((other) => other.line !== hit.line && overrides(other, hit)));
  const heads = clear.map((hit) => `${hit.matched.join(' ')}`);
  const tied = heads.some((head, index) => heads.indexOf(head) !== index);
  if (tied && !everything.test(text)) return { outcome: 'unclear', lines: [] };
  const lines = clear.map(({ line, matched }) => ({
    lineId: line.lineId,
    quantity: Math.min(line.quantity, countBefore(text, matched) ?? line.quantity),
  }));
  return { outcome: 'found', lines };
}

interface Score {
  hit: boolean;
  matched: string[];
}

function score(title: string[], words: ReadonlySet<string>): Score {
  const matched = title.filter((word) => words.has(word));
  const head = title.at(-1);
  return { hit: head !== undefined && (words.has(head) || matched.length >= 2), matched };
}

/** "Travel case" names the travel case, not also the camera case, whose words are a part of what was said. */
function overrides(other: Score, hit: Score): boolean {
  return (
    other.matched.length > hit.matched.length && hit.matched.every((word) => other.matched.includes(word))
  );
}

function titleWords(title: string): string[] {
  return normalise(title)
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !filler.has(word))
    .map(singular);
}

function singular(word: string): string {
  if (word.length > 4 && /(?:ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function countBefore(text: string, matched: string[]): number | undefined {
  const first = matched[0];
  if (first === undefined) return undefined;
  const hit = new RegExp(
    `\\b(\\d{1,3}|one|two|three|four|five|six) (?:of (?:the|my) )?(?:\\w+ )?${first}`,
  ).exec(text);
  const count = hit?.[1] === undefined ? undefined : (counts[hit[1]] ?? Number(hit[1]));
  return count !== undefined && count > 0 ? count : undefined;
}
