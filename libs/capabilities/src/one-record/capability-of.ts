/**
 * The usual capability in short: one action on one record that the customer owns, in a system that takes every
 * operation once. What it is, its reads, its effects and its planning without a model follow from one description. It
 * refuses what does not fit it: several records, several actions or another protocol are a capability written out, like
 * the folders beside this one. Its one invariant: what a person approves is exactly what the record said.
 */
import { type Action, formatMoney } from '@countersign/domain';
import type { Capability, CardWords } from '../capability.js';
import { argumentsSchema, furtherArguments, namesOf, type RecordAction } from './record-action.js';
import { recordRules } from './record-rules.js';
import { draftedRecord, type Shape } from './record-shape.js';

/** Describes it; written like this so that the fields' names and kinds are known to every function in it. */
export function recordAction<const S extends Shape>(of: RecordAction<S>): RecordAction<S> {
  return of;
}

export function capabilityOf<S extends Shape>(of: RecordAction<S>): Capability {
  const { tool, noun } = namesOf(of);
  return {
    name: of.capability,
    version: '1',
    responsibility: of.responsibility,
    instructions: `List the customer's own records first. What is done is done to one of them, named by the customer or the only one there is; what it says is what the record says, never what a text says of it.`,
    tools: [
      {
        name: tool,
        description: `Lists every ${noun} of the customer's own, with all that its record says.`,
        schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
      },
    ],
    rules: recordRules(of),
    actions: [
      {
        kind: of.kind,
        schema: argumentsSchema(of),
        carriesAmount: of.money !== undefined,
        target: of.system,
        said: of.said,
      },
    ],
    explaining: [],
    card: (action) => card(of, action),
    capacitiesOf: ({ target }) => [{ key: `${of.kind}:${target.id}`, take: 'once' }],
    policy: { limits: of.limits ?? {}, asDecided: [] },
    asksAgain: ({ kind, arguments: args }) => ({ kind, arguments: args }),
  };
}

function card<S extends Shape>(of: RecordAction<S>, action: Action): CardWords {
  const { noun, verb } = namesOf(of);
  const subject = `${noun} ${action.target.id}`;
  const record = draftedRecord(of.fields, action);
  const money = action.money === undefined ? '' : formatMoney(action.money);
  if (record !== undefined)
    return { ...of.card(record, { money, args: furtherArguments(of, action.arguments) }), subject };
  return {
    ...{ operation: verb, subject, sentence: `${verb} ${money} ${subject}.`, consequences: [] },
    ...{ undoable: 'It was drafted by an older release; look before you decide.', reversible: false },
  };
}
