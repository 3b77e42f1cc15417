import { clauses, normalise, readAnswer, unsure } from '@countersign/planning/rules';

/** What the customer said about the goods being unopened; `mixed` when it differs between the goods. */
export type UnopenedAnswer = 'unopened' | 'opened' | 'mixed' | 'unsure' | 'none';

const sealed =
  /\b(?:unopened|un-opened|sealed|not (?:\w+ ){0,3}open(?:ed)?|never (?:\w+ ){0,2}open(?:ed)?|not (?:\w+ )?(?:been )?opened|unboxed yet|still (?:\w+ ){0,3}(?:box|boxes|packaging|package|wrapping|wrapper|plastic|shrink ?wrap|packed|boxed|wrapped)|in (?:its|their|the) (?:original|unopened|sealed) (?:\w+ )?(?:box|boxes|packaging|package|wrapping)|untouched|not (?:\w+ )?(?:unpacked|unboxed|unwrapped|taken (?:it|them) out)|factory (?:new|fresh))\b/;
const opened =
  /(?<!\b(?:not|never|nor|without|not even|not yet|never even|not been|never been|not being) )(?<!\bun)(?<!\bun-)\b(?:opened|open already|already open|is open|are open|unboxed|unpacked|unwrapped|used (?:it|them|once|twice|the|both)|been used|have used|did use|tried (?:it|them|on)|wore|worn|took (?:it|them) out|out of (?:its|the|their) (?:box|packaging)|broke the seal|seal (?:is|was|has been|got) (?:broken|torn|off|gone)|not (?:\w+ )?(?:sealed|unopened)|(?:no longer|not) (?:\w+ ){0,2}(?:sealed|unopened|in (?:its|the|their) (?:box|packaging))|plugged (?:it|them) in|i (?:had to )?open(?:ed)? (?:it|them|the))\b/;
const notSealed =
  /\b(?:not|no longer|is not|never) (?:\w+ ){0,2}(?:sealed|unopened|in (?:its|the|their) (?:\w+ )?(?:box|packaging))\b/;
/** Unused is not unopened, and a go-ahead is no statement about goods: neither answers the question. */
const beside =
  /\b(?:not|never) (?:\w+ ){0,2}(?:used|worn|tried)\b|\b(?:go ahead|approve[ds]?|proceed|do it)\b/;
const conditional = /\b(?:if|whether|unless|do you|can you|does it|would it|policy|must|has to|have to be)\b/;

/**
 * What a message itself says about the goods being unopened. Content beats polarity: "yes, I opened it"
 * is opened. "Unused" alone says nothing about the seal and is `none`. Conditions and questions
 * ("do you refund unopened items?") are not statements.
 */
export function readUnopenedStatement(text: string): UnopenedAnswer {
  const said = normalise(text);
  const parts = clauses(said).filter((part) => !conditional.test(part) && !asks(said, part));
  const saysSealed = parts.some((part) => sealed.test(part) && !notSealed.test(part));
  const saysOpened = parts.some((part) => notSealed.test(part) || (opened.test(part) && !isDenied(part)));
  if (!saysSealed && !saysOpened) return 'none';
  if (unsure.test(said)) return 'unsure';
  if (saysSealed && saysOpened) return 'mixed';
  return saysSealed ? 'unopened' : 'opened';
}

/** The answer to our own question "is it unopened?": the statement if there is one, else a plain yes or no. */
export function readUnopenedAnswer(text: string): UnopenedAnswer {
  const statement = readUnopenedStatement(text);
  if (statement !== 'none') return statement;
  const plain = readAnswer(text);
  if (plain === 'unsure') return 'unsure';
  if (beside.test(normalise(text))) return 'none';
  return plain === 'yes' ? 'unopened' : plain === 'no' ? 'opened' : 'none';
}

function isDenied(part: string): boolean {
  const withoutDenied = part.replace(
    /\b(?:not|never) (?:\w+ ){0,3}(?:open(?:ed)?|unboxed|unpacked|unwrapped|used|worn|tried)\b/g,
    ' ',
  );
  return !opened.test(withoutDenied);
}

function asks(said: string, part: string): boolean {
  return said
    .slice(said.indexOf(part) + part.length)
    .trimStart()
    .startsWith('?');
}
