import { describe, expect, it } from '@jest/globals';
import { readConfig } from './config.js';

const given = {
  CAPABILITIES: 'refunds',
  ORDERS_URL: 'http://orders',
  ORDERS_KEY: 'a-key-of-sixteen-chars',
  DOCUMENTS_URL: 'http://documents',
};

describe('given an environment', () => {
  it('when it has what is needed, then the rest has defaults, and nothing can be changed', () => {
    const config = readConfig(given);
    expect(config).toMatchObject({
      lookAgain: { afterMs: [1_000, 3_000, 10_000] },
      policyIndex: { freshForMs: 60_000 },
    });
    expect(Object.isFrozen(config.lookAgain.afterMs)).toBe(true);
  });

  it.each(['', '1000;3000', '-1', '1,2,3,4,5,6,7,8,9,10,11', '0.5', '999999999'])(
    'when the waits are %j, then they are used only if they are a short list of whole numbers',
    (waits) => {
      const read = () => readConfig({ ...given, LOOK_AGAIN_AFTER_MS: waits });
      if (waits === '') expect(read().lookAgain.afterMs).toHaveLength(3);
      else expect(read).toThrow(/LOOK_AGAIN_AFTER_MS/);
    },
  );

  it('when keys are missing, then each is named and no value is printed', () => {
    expect(() => readConfig({ ORDERS_KEY: 'too-short' })).toThrow(
      /ORDERS_URL[\s\S]*ORDERS_KEY[\s\S]*DOCUMENTS_URL/,
    );
    expect(() => readConfig({ ORDERS_KEY: 'too-short' })).not.toThrow(/too-short/);
  });
});
