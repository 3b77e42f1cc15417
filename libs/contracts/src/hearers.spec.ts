import { describe, expect, it } from '@jest/globals';
import { authors } from './authors.js';
import { hearers } from './hearers.js';
import { topics } from './topics.js';

describe('who hears what', () => {
  it('is said of every event type and of both ingress topics', () => {
    const wanted = [...Object.keys(authors), topics.customerRequests, topics.approvalDecisions];
    expect(Object.keys(hearers).sort()).toEqual(wanted.sort());
  });
  it('is only services that exist', () => {
    const services = new Set(Object.values(authors).flat());
    expect(
      Object.values(hearers)
        .flat()
        .filter((service) => !services.has(service)),
    ).toEqual([]);
  });
});
