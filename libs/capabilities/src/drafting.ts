import type { Action, Evidence } from '@countersign/domain';
import type { Asked, Completed } from './capability.js';

/** An asked-for action that is not drafted: which field, and why. */
export function refused(field: string, reason: string): Completed {
  return { outcome: 'refused', faults: [{ field, reason }] };
}

/** What was said, as evidence of its having been said; it comes after what the records show. */
export function stated({ statements }: Asked): Evidence[] {
  return statements.map(({ fact, value, basis, source, section, version, at }) => ({
    ...{ fact, value, basis, source, readAt: at },
    ...(section === undefined ? {} : { section }),
    ...(version === undefined ? {} : { version }),
  }));
}

/** The version of a record that an action was drafted on. */
export function draftedVersion({ resourceVersions }: Action, resource: string): string | undefined {
  return resourceVersions.find((each) => each.resource === resource)?.version;
}

/** In words, that a record is of another version now; empty where it is of the same. */
export function movedOn(
  action: Action,
  { resource, name, version }: { readonly resource: string; readonly name: string; readonly version: number },
): readonly string[] {
  const drafted = draftedVersion(action, resource);
  if (drafted === String(version)) return [];
  return [`${name} is now version ${version}, not ${drafted ?? 'the one it was drafted on'}.`];
}
