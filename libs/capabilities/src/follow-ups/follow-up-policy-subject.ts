import type { Action, Instant } from '@countersign/domain';
import type { OnBehalfOf } from '../capability.js';
import type { Judging, PolicySubject } from '../judging.js';
import { countOf, type Limits, zoneOf } from '../limits.js';
import { checkWindow } from '../window.js';
import { rendered } from './follow-up-message.js';
import { type FollowUpRecords, lastWrittenAt } from './follow-up-records.js';

/**
 * What policy judges on. Whose words they are is found anew from the template as it is: that somebody names one says
 * nothing. The quiet time counts what anybody wrote and was not returned.
 */
export function followUpPolicySubject(
  { arguments: args }: Action,
  records: FollowUpRecords,
  { limits, askedAt }: Judging,
): PolicySubject {
  const { opportunity, contact, templates, messages } = records;
  const template = templates.find(({ id }) => id === args['templateId']);
  const text = template === undefined ? undefined : rendered(template, records);
  const isTemplate = text !== undefined && text.subject === args['subject'] && text.body === args['body'];
  return {
    resource: {
      type: 'Opportunity',
      id: opportunity.id,
      customerId: opportunity.ownerId,
      tenant: opportunity.tenant,
      attributes: {},
    },
    facts: {
      opportunityOpen: opportunity.status === 'open',
      optedOut: contact.doNotContact,
      insideQuietTime: insideQuietTime(lastWrittenAt(messages), askedAt, limits),
      words: isTemplate ? 'template' : 'own',
    },
  };
}

/** What came after it was asked for is inside as well, whatever the calendar says of the two. */
function insideQuietTime(lastAt: Instant | undefined, askedAt: Instant, limits: Limits): boolean | 'unknown' {
  if (lastAt === undefined) return false;
  if (Date.parse(lastAt) > Date.parse(askedAt)) return true;
  // The days after the day it was written on: with 7, the seventh day after it is free again.
  const days = countOf(limits, 'quietDays') - 1;
  return checkWindow({ since: lastAt, askedAt, zone: zoneOf(limits, 'quietZone'), days }).inside;
}

/** Nothing is known of it; of an opportunity that is gone not even whose it was. */
export function unknownFollowUpSubject(
  { target }: Action,
  forWhom: OnBehalfOf,
  why: 'unreadable' | 'gone',
): PolicySubject {
  return {
    resource: {
      type: 'Opportunity',
      id: target.id,
      customerId: why === 'gone' ? '' : forWhom.customer,
      tenant: forWhom.tenant,
      attributes: {},
    },
    facts: {
      ...{ opportunityOpen: 'unknown', optedOut: 'unknown', insideQuietTime: 'unknown', words: 'unknown' },
    },
  };
}
