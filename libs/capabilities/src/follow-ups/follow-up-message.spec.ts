import { describe, expect, it } from '@jest/globals';
import { rendered } from './follow-up-message.js';

const records = (name: string, title = 'Annual plan') =>
  ({ contact: { name }, opportunity: { title, ownerName: 'Ada' } }) as Parameters<typeof rendered>[1];

describe('a template with what the records say put in', () => {
  it('fills every place', () => {
    const text = { subject: '{{title}}', body: 'Hello {{contact}}, {{contact}}! {{owner}}' };
    expect(rendered(text, records('Dana'))).toEqual({
      subject: 'Annual plan',
      body: 'Hello Dana, Dana! Ada',
    });
  });

  it('reads no placeholder out of a record, and no pattern either', () => {
    const text = { subject: '{{title}}', body: '{{contact}}' };
    expect(rendered(text, records('{{owner}} $& $1'))?.body).toBe('{{owner}} $& $1');
  });

  it('is no text where it names what there is not, or where a record breaks the subject’s line', () => {
    expect(rendered({ subject: 'x', body: '{{price}}' }, records('Dana'))).toBeUndefined();
    expect(
      rendered({ subject: '{{title}}', body: 'x' }, records('Dana', 'a\r\nBcc: eve@elsewhere.example')),
    ).toBeUndefined();
  });
});
