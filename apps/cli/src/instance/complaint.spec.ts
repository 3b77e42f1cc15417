import { expect, test } from '@jest/globals';
import { complaintIn } from './complaint.js';

test('the message of the error that ended a program is its complaint', () => {
  const text = [
    'file:///app/environment.js:88',
    '      throw new ConfigurationError(problems);',
    '            ^',
    '',
    'ConfigurationError: The configuration is not usable:',
    '  KAFKA_BROKERS is missing',
    '    at EnvironmentReader.frozen (file:///app/environment.js:88:13)',
    'Node.js v24.21.0',
  ].join('\n');
  expect(complaintIn(text)).toBe('The configuration is not usable: KAFKA_BROKERS is missing.');
  expect(complaintIn('Error: listen EADDRINUSE: address already in use 127.0.0.1:4803')).toBe(
    'listen EADDRINUSE: address already in use 127.0.0.1:4803.',
  );
});

test('so is what a program said of a start that could not be', () => {
  const text = 'policy-gate cannot start: The configuration is not usable:\n  POLICIES_FOLDER is missing\n';
  expect(complaintIn(text)).toBe('The configuration is not usable: POLICIES_FOLDER is missing.');
});

test('a stack without a message, or nothing at all, is no complaint', () => {
  expect(complaintIn('    at main.js:1:1\nNode.js v24.21.0')).toBeUndefined();
  expect(complaintIn('')).toBeUndefined();
});
