import type { Drafted } from '@countersign/domain';
import type { Principal } from '@countersign/identity';
import { describe, expect, test } from '@jest/globals';
import { maySee } from './visibility.js';

const draft = (author: { kind: string; subject: string }) =>
  ({ customer: 'ada', author }) as unknown as Drafted['draft'];
const asker = (kind: Principal['kind'], subject: string) => ({ kind, subject }) as Principal;

const byBot = draft({ kind: 'agent', subject: 'bot' });

describe('a proposal', () => {
  test.each([
    ['any staff', byBot, asker('staff', 'sam'), true],
    ['its customer', byBot, asker('customer', 'ada'), true],
    ['another customer', byBot, asker('customer', 'ben'), false],
    ['the agent that asked for it', byBot, asker('agent', 'bot'), true],
    ['another agent', byBot, asker('agent', 'other'), false],
    ['an agent that is called like its customer', byBot, asker('agent', 'ada'), false],
    ['a customer who is called like its author', byBot, asker('customer', 'bot'), false],
    [
      'an agent that is called like our specialist',
      draft({ kind: 'specialist', subject: 'x' }),
      asker('agent', 'x'),
      false,
    ],
    [
      'an agent that is called like a person',
      draft({ kind: 'person', subject: 'x' }),
      asker('agent', 'x'),
      false,
    ],
  ])('to %s', (_who, of, who, seen) => {
    expect(maySee(of, who)).toBe(seen);
  });
});
