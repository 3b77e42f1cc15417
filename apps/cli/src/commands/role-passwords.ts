import { type RolePasswords, roles } from '@countersign/event-store';

/** `COUNTERSIGN_EXECUTOR_PASSWORD` and so for every role; a role without one, or with an empty one, is not in it. */
export function rolePasswordsIn(env: Readonly<Record<string, string | undefined>>): RolePasswords {
  const given = roles.map((role) => [role, env[`${role.toUpperCase()}_PASSWORD`]] as const);
  return Object.fromEntries(given.filter(([, password]) => password)) as RolePasswords;
}
