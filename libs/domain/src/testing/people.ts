import { type Instant, subjectId } from '../identifiers.js';
import type { Person } from '../proposal/requirements.js';

/** The sandbox's people, as their tokens say. */
const signedIn = (subject: string, name: string, kind: Person['kind'], ...roles: string[]): Person => ({
  subject: subjectId(subject),
  name,
  kind,
  roles,
  authenticatedAt: '2026-11-29T09:00:00.000Z',
  methods: ['pwd', 'otp'],
});

export const ada = signedIn('ada', 'Ada Nilsson', 'customer', 'customer');
export const ben = signedIn('ben', 'Ben Okafor', 'customer', 'customer');
export const jonas = signedIn('jonas', 'Jonas Weber', 'staff', 'support_agent');
export const maya = signedIn('maya', 'Maya Lindqvist', 'staff', 'support_manager');
export const priya = signedIn('priya', 'Priya Nair', 'staff', 'support_manager');
export const sam = signedIn('sam', 'Sam Achebe', 'staff', 'operator', 'auditor');

/** Seconds after ten o'clock on the day of every test. */
export function at(seconds: number): Instant {
  return new Date(Date.parse('2026-11-29T10:00:00.000Z') + seconds * 1000).toISOString();
}
