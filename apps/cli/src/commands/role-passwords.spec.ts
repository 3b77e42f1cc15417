import { expect, test } from '@jest/globals';
import { rolePasswordsIn } from './role-passwords.js';

test('a role gets the password that is named after it, and no other role does', () => {
  const env = {
    COUNTERSIGN_EXECUTOR_PASSWORD: 'a',
    COUNTERSIGN_POLICY_GATE_PASSWORD: 'b',
    COUNTERSIGN_READER_PASSWORD: '',
    COUNTERSIGN_SOMEBODY_PASSWORD: 'c',
    POSTGRES_PASSWORD: 'd',
  };
  expect(rolePasswordsIn(env)).toEqual({ countersign_executor: 'a', countersign_policy_gate: 'b' });
});
