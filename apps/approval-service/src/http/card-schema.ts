import { decisionCodes } from '../decision/decision-codes.js';

type Schema = Record<string, unknown>;

const text = { type: 'string' };
const list = (items: Schema): Schema => ({ type: 'array', items });
const object = (properties: Record<string, Schema>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});
const orNull = (schema: Schema): Schema => ({ ...schema, nullable: true });
const foreign = { label: text, value: {}, shown: text };

/** The card as OpenAPI sees it; its type is `ShownCard`, and a test holds the two against each other. */
export const cardSchema: Schema = object(
  {
    proposalId: text,
    digest: text,
    digestContent: { type: 'object', additionalProperties: true },
    kind: text,
    capability: object({ name: text, version: text }),
    state: text,
    stateWord: text,
    words: object({
      operation: text,
      subject: text,
      sentence: text,
      consequences: list(text),
      undoable: text,
      reversible: { type: 'boolean' },
    }),
    target: object({ type: text, id: text, shown: text }),
    amount: orNull(object({ minor: text, currency: text, words: text })),
    arguments: list(object({ name: text, ...foreign })),
    evidence: list(
      object(
        {
          fact: text,
          ...foreign,
          mark: { type: 'string', enum: ['●', '○'] },
          basis: { type: 'string', enum: ['record', 'stated', 'policy'] },
          source: text,
          section: text,
          version: text,
          readAt: text,
        },
        ['section', 'version'],
      ),
    ),
    resourceVersions: list(object({ resource: text, version: text })),
    author: object({ kind: text, subject: text, name: text }),
    policy: orNull(
      object({
        version: text,
        policySetHash: text,
        reasons: list(object({ policyId: text, section: text, reason: text })),
      }),
    ),
    requirements: list(
      object(
        {
          slot: text,
          basis: { type: 'string', enum: ['consent', 'approval'] },
          needs: text,
          status: { type: 'string', enum: ['open', 'filled'] },
          by: object({ subject: text, name: text, at: text }),
        },
        ['by'],
      ),
    ),
    changedSince: list(text),
    unreadable: object({ code: text, message: text }),
    expiresAt: orNull(text),
    mayDecide: {
      oneOf: [
        object({ slot: text, basis: text }),
        object({ code: { type: 'string', enum: [...decisionCodes] }, reason: text }),
      ],
    },
    mayReject: { type: 'boolean' },
    cardHash: text,
    sight: text,
    serverTime: text,
    recordReadAt: orNull(text),
  },
  ['unreadable', 'sight'],
);
