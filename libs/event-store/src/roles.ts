import type { ClientBase } from 'pg';
import { codeOf } from './store-error.js';

/** The login roles. What each may append or publish is in `sql/0002-authority.sql`. */
export const roles = [
  'countersign_owner',
  'countersign_gateway',
  'countersign_coordinator',
  'countersign_refund_specialist',
  'countersign_policy_gate',
  'countersign_approval_service',
  'countersign_executor',
  'countersign_reconciler',
  'countersign_reader',
  'countersign_relay',
  'countersign_auditor',
] as const;

export type Role = (typeof roles)[number];
export type RolePasswords = Partial<Record<Role, string>>;

/** Everything a service role has in common is granted to this group. */
const GROUP = 'countersign_services';

/** Roles belong to the server, not to one database: two migrations at once may meet here and try again. */
const MET_ANOTHER = new Set(['42710', '23505', 'XX000', '40001', '40P01']);
const TRIES_MAX = 20;

/**
 * Creates the roles that are missing and sets the given passwords; roles without a password keep the one they
 * have. Needs a superuser, or a role with CREATEROLE.
 */
export async function createRoles(admin: ClientBase, passwords: RolePasswords): Promise<void> {
  await meeting(admin, `create role ${GROUP} nologin`, exists(GROUP));
  for (const role of roles) {
    await meeting(admin, `create role ${role} login`, exists(role));
    const password = passwords[role];
    if (password !== undefined) {
      await meeting(admin, `alter role ${role} password ${admin.escapeLiteral(password)}`);
    }
    if (role !== 'countersign_owner') {
      await meeting(admin, `grant ${GROUP} to ${role}`, isMember(role));
    }
  }
  await allowOwner(admin);
}

/** The owner makes the schema; it also has to see other roles' sessions, to name what holds readers back. */
async function allowOwner(admin: ClientBase): Promise<void> {
  const { rows } = await admin.query<{ database: string; superuser: boolean }>(
    `select current_database() as database, rolsuper as superuser from pg_roles where rolname = current_user`,
  );
  await meeting(
    admin,
    `grant create on database ${admin.escapeIdentifier(rows[0]?.database ?? '')} to countersign_owner`,
  );
  const monitors = `select pg_has_role('countersign_owner', 'pg_read_all_stats', 'member') as yes`;
  await meeting(admin, 'grant pg_read_all_stats to countersign_owner', monitors);
  if (rows[0]?.superuser !== true) await meeting(admin, 'grant countersign_owner to current_user');
}

const exists = (role: string) => `select exists (select from pg_roles where rolname = '${role}') as yes`;
const isMember = (role: string) => `select pg_has_role('${role}', '${GROUP}', 'member') as yes`;

async function meeting(admin: ClientBase, statement: string, done?: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    if (done !== undefined && (await admin.query<{ yes: boolean }>(done)).rows[0]?.yes) return;
    try {
      await admin.query(statement);
      return;
    } catch (error) {
      if (tries >= TRIES_MAX || !MET_ANOTHER.has(codeOf(error) ?? '')) throw error;
    }
  }
}
