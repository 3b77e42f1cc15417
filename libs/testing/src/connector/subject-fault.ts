import type { ConnectorSubject } from './subject.js';

/** Whether this can be checked. */
export function isSubject(value: unknown): value is ConnectorSubject {
  return subjectFault(value) === undefined;
}

/** What is missing for a check, in one sentence for the author, or undefined: then it is a subject. */
export function subjectFault(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) {
    return 'The file must export by default what is to be checked: an object, or a function that returns one.';
  }
  const given = value as Record<string, unknown>;
  for (const name of ['connect', 'action', 'effects']) {
    if (typeof given[name] !== 'function') return `\`${name}\` must be a function.`;
  }
  if (typeof given['name'] !== 'string' || given['name'] === '') return '`name` must be a text.';
  if (!isHttpUrl(given['targetUrl'])) return '`targetUrl` must be an http or https URL.';
  const { secrets, money } = given;
  if (!Array.isArray(secrets) || !secrets.every((each) => typeof each === 'string' && each.length > 3)) {
    return '`secrets` must be a list of texts (the credential); an empty list if there is none.';
  }
  if (money !== undefined && money !== 'none' && !(Array.isArray(money) && money.length > 0)) {
    return "`money` must be 'none' or a list of currency codes.";
  }
  return undefined;
}

function isHttpUrl(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
