import type { CardWords } from '@countersign/capabilities';
import { canonicalJson, sha256Hex } from '@countersign/contracts';
import {
  type Action,
  type Drafted,
  describeRequirement,
  digestContent,
  type Evidence,
  factInWords,
  formatMoney,
  type Person,
  type Slot,
  stateWord,
} from '@countersign/domain';
import { type MayDecide, mayDecide, mayReject } from '../decision/may-decide.js';
import type { Card, CardAmount, CardEvidence, CardSlot, Foreign } from './card.js';
import type { RecordLook } from './record-look.js';
import { shownText } from './visible-characters.js';

/** What a card is made of; everything is looked up before, so that building it decides and reads nothing. */
export interface CardParts {
  readonly state: Drafted;
  readonly words: CardWords;
  /** Absent when nothing waits for a decision. */
  readonly look: RecordLook | undefined;
  readonly person: Person;
  /** Database time. */
  readonly at: string;
}

/** Hash of the card as shown: the decision signs it, so what was on the screen is part of the record. */
export function cardHashOf(card: Card): string {
  return sha256Hex(canonicalJson(card));
}

export function buildCard(parts: CardParts): Card {
  const { state, words, look, person, at } = parts;
  const { draft } = state;
  const { action } = draft;
  return {
    proposalId: draft.proposalId,
    digest: draft.digest,
    digestContent: digestContent(draft.tenant, action),
    kind: action.kind,
    capability: { ...draft.capability },
    state: state.status,
    stateWord: stateWord(state),
    words: visible(words),
    target: { ...action.target, shown: shownText(action.target.id) },
    amount: amountOf(action),
    arguments: argumentsOf(action),
    evidence: action.evidence.map((evidence) => evidenceOf(evidence, action.money?.currency)),
    resourceVersions: action.resourceVersions.map((version) => ({ ...version })),
    author: {
      kind: draft.author.kind,
      subject: draft.author.subject,
      name: shownText(draft.author.name),
    },
    policy: policyOf(state),
    requirements: 'slots' in state ? state.slots.map(slotOnCard) : [],
    changedSince: look?.outcome === 'changed' ? look.differences.map(shownText) : [],
    ...(look?.outcome === 'no_answer' ? { unreadable: unreadable(look.code) } : {}),
    expiresAt: expiryOf(state),
    mayDecide: permitted(mayDecide(state, person, at), look),
    mayReject: mayReject(state, person, at),
  };
}

export function amountOf({ money }: Action): CardAmount | null {
  if (money === undefined) return null;
  return { minor: String(money.amountMinor), currency: money.currency, words: formatMoney(money) };
}

function expiryOf(state: Drafted): string | null {
  return state.status === 'awaiting_approval' && state.asked.status === 'asked'
    ? state.asked.expiresAt
    : null;
}

/** Whoever may say yes still cannot while the record differs or is silent. */
function permitted(may: MayDecide, look: RecordLook | undefined): MayDecide {
  if ('code' in may || look === undefined || look.outcome === 'as_proposed') return may;
  return look.outcome === 'changed'
    ? { code: 'stale', reason: 'The record has changed since this was proposed.' }
    : { code: 'record_unreadable', reason: unreadable(look.code).message };
}

const unreadable = (code: string) => ({
  code,
  message: 'The record could not be read again just now, so this cannot be approved. It can be rejected.',
});

function visible(words: CardWords): Card['words'] {
  return {
    operation: shownText(words.operation),
    subject: shownText(words.subject),
    sentence: shownText(words.sentence),
    consequences: words.consequences.map(shownText),
    undoable: shownText(words.undoable),
    reversible: words.reversible,
  };
}

function argumentsOf({ arguments: given, money }: Action): Card['arguments'] {
  const { currency = money?.currency } = given;
  const known = typeof currency === 'string' ? currency : undefined;
  return Object.entries(given).map(([name, value]) => ({
    name: shownText(name),
    ...foreign(name, value, known),
  }));
}

/** In words first, made visible after: what the words are made of is foreign too. */
function foreign(name: string, value: Evidence['value'], currency: string | undefined): Foreign {
  const { label, shown } = factInWords(name, value, currency);
  return { label: shownText(label), value, shown: shownText(shown) };
}

function evidenceOf(evidence: Evidence, currency: string | undefined): CardEvidence {
  const { fact, value, basis, source, section, version, readAt } = evidence;
  return {
    fact: shownText(fact),
    ...foreign(fact, value, currency),
    mark: basis === 'stated' ? '○' : '●',
    basis,
    source: shownText(source),
    ...(section === undefined ? {} : { section: shownText(section) }),
    ...(version === undefined ? {} : { version }),
    readAt,
  };
}

function policyOf(state: Drafted): Card['policy'] {
  if (!('policy' in state)) return null;
  const { policyVersion: version, policySetHash, reasons } = state.policy;
  return {
    version,
    policySetHash,
    reasons: reasons.map(({ policyId, section, reason }) => ({ policyId, section, reason })),
  };
}

function slotOnCard(slot: Slot): CardSlot {
  const { requirement } = slot;
  const open = { slot: requirement.slot, basis: requirement.basis, needs: describeRequirement(requirement) };
  if (slot.status === 'open') return { ...open, status: 'open' };
  const { subject, name } = slot.grant.approver;
  return { ...open, status: 'filled', by: { subject, name, at: slot.grant.grantedAt } };
}
