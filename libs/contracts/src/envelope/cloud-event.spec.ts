import { describe, expect, it } from '@jest/globals';
import { cloudEventHeaders, readCloudEvent } from './cloud-event.js';

const event = {
  id: 'e1',
  type: 'countersign.proposal-drafted',
  source: '/countersign/refund-specialist',
  time: '2026-11-29T10:00:00.000Z',
};
const headers = cloudEventHeaders(event);

describe('a CloudEvents message in binary mode', () => {
  it('says what the standard asks for, and that its content is JSON', () => {
    expect(headers).toEqual({
      ce_id: 'e1',
      ce_type: 'countersign.proposal-drafted',
      ce_source: '/countersign/refund-specialist',
      ce_specversion: '1.0',
      ce_time: '2026-11-29T10:00:00.000Z',
      'content-type': 'application/json',
    });
  });
  it('is read back as it was written', () => {
    expect(readCloudEvent(headers)).toEqual({ outcome: 'read', event });
  });
  it.each([
    [{ 'content-type': 'application/json; charset=utf-8' }, 'read'],
    [{ traceparent: '00-1-2-01' }, 'read'],
    [{ ce_specversion: '2.0' }, 'unknown_specversion'],
    [{ ce_id: '' }, 'not_a_cloud_event'],
    [{ ce_type: '' }, 'not_a_cloud_event'],
    [{ ce_source: '' }, 'not_a_cloud_event'],
    [{ ce_time: 'yesterday' }, 'not_a_cloud_event'],
    [{ 'content-type': 'application/avro' }, 'unknown_content_type'],
  ])('%o: %s', (over, code) => {
    const read = readCloudEvent({ ...headers, ...over });
    expect(read.outcome === 'refused' ? read.code : read.outcome).toBe(code);
  });
  it('names the header that is missing', () => {
    expect(readCloudEvent({})).toEqual({
      outcome: 'refused',
      code: 'not_a_cloud_event',
      header: 'ce_specversion',
    });
    const { ce_id: _id, ...rest } = headers;
    expect(readCloudEvent(rest)).toMatchObject({ header: 'ce_id' });
  });
});
