/** Prints an .env for docker-compose.yml with every secret made anew. It reads and keeps nothing. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createApprovalSigner, generateSigningKey } from '@countersign/identity';

const { privateKeyPem } = generateSigningKey();
const made = {
  APPROVAL_SIGNING_KEY: `'${privateKeyPem.trim().replaceAll('\n', '\\n')}'`,
  APPROVAL_PUBLIC_KEYS: `'${JSON.stringify([createApprovalSigner(privateKeyPem).publicJwk])}'`,
  SUBJECT_KEYS_WRAPPING_KEY: randomBytes(32).toString('base64'),
};

const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
const filled = example.replace(
  /^([A-Z_]+)=$/gm,
  (_, name) => `${name}=${made[name] ?? randomBytes(24).toString('hex')}`,
);
process.stdout.write(
  filled.replace(/^# Copy to .*\n/, '# Made by deploy/docker/new-env.js. Keep it to yourself.\n'),
);
