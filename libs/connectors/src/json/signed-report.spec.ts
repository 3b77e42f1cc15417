import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { readSigned } from './signed-report.js';

const secret = 'a-secret-of-sixteen';
const nowMs = Date.parse('2026-11-30T09:00:00Z');
const text = '{"id":"evt_1"}';

const signed = (of = text, { by = secret, at = nowMs } = {}) => {
  const seconds = Math.floor(at / 1000);
  return `t=${seconds},v1=${createHmac('sha256', by).update(`${seconds}.${of}`).digest('hex')}`;
};
const read = (signature: string | undefined, body = text, secrets = [secret]) =>
  readSigned({ body: Buffer.from(body), signature }, { secrets, now: () => nowMs });

describe('what a target says by itself', () => {
  it('is read when the signature is over these very bytes, by any secret that is good now', () => {
    const taken = { outcome: 'signed', fields: { id: 'evt_1' } };
    expect(read(signed())).toEqual(taken);
    expect(read(signed(text, { by: 'the-older-secret-16' }), text, [secret, 'the-older-secret-16'])).toEqual(
      taken,
    );
    // Two signatures, while the sender changes its secret.
    expect(read(`${signed(text, { by: 'another-secret-of-16' })},${signed().split(',')[1]}`)).toEqual(taken);
  });

  it.each<[string, string | undefined, string]>([
    ['signature_missing', undefined, text],
    ['signature_missing', '', text],
    ['signature_invalid', 'nonsense', text],
    ['signature_invalid', signed(), '{"id":"evt_2"}'],
    ['signature_invalid', signed(text, { by: 'somebody-else-of-16' }), text],
    ['signature_invalid', signed(text, { at: nowMs - 301_000 }), text],
    ['signature_invalid', signed(text, { at: nowMs + 301_000 }), text],
    ['signature_invalid', signed().replace('t=', 't=9'), text],
    ['signature_invalid', `${signed().split(',')[0]},v1=`, text],
    ['body_invalid', signed('[1]'), '[1]'],
    ['body_invalid', signed('{'), '{'],
  ])('%s: %s', (code, signature, body) => {
    expect(read(signature, body)).toEqual({ outcome: 'refused', code });
  });

  it('C79: nobody is believed where no secret is known', () => {
    expect(read(signed(text, { by: '' }), text, [])).toEqual({
      outcome: 'refused',
      code: 'signature_invalid',
    });
  });
});
