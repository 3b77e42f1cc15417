import { readFile } from 'node:fs/promises';
import { type RolePasswords, roles, migrate as runMigrations } from '@countersign/event-store';
import type { Command } from 'commander';
import { placeOf, refusalOf, requireDatabase } from '../instance/database-url.js';
import type { Printer } from '../terminal/printer.js';
import { CommandRefused } from '../terminal/refusal.js';
import { count } from '../words/phrases.js';
import { rolePasswordsIn } from './role-passwords.js';

interface MigrateFlags {
  readonly passwords?: string;
}

const HELP = `
For platform teams, before the services of a release are started. Creates the database and the login roles that are
missing, then runs each missing migration in a transaction of its own. Several may be started at once: one works,
the others wait. A migration that was edited after it ran, or that this release does not know, is refused.

Every service logs in as its own role, countersign_<service>; besides them there are countersign_owner (owns the
schema), countersign_reader (reads for a process) and countersign_auditor (reads, and seals).

Environment:
  DATABASE_URL  an administrator's address of PostgreSQL 15 or later: a superuser, or a role with CREATEROLE.

  COUNTERSIGN_EXECUTOR_PASSWORD, and so for every role: the password it gets. Without it, it keeps the one it has.

The file for --passwords is JSON, { "countersign_executor": "…", … }. A role that is not in it keeps its password.`;

export function addMigrate(program: Command, printer: Printer): void {
  program
    .command('migrate')
    .description('bring the database in DATABASE_URL up to date')
    .option('--passwords <file>', 'set the passwords of roles from this file')
    .addHelpText('after', HELP)
    .action((flags: MigrateFlags) => migrate(flags, printer));
}

async function migrate(flags: MigrateFlags, printer: Printer): Promise<void> {
  const databaseUrl = process.env['DATABASE_URL'];
  if (!databaseUrl) throw new CommandRefused('DATABASE_URL is not set: which database is to be migrated?');
  const rolePasswords = {
    ...rolePasswordsIn(process.env),
    ...(flags.passwords === undefined ? {} : await passwordsFrom(flags.passwords)),
  };
  await requireDatabase(databaseUrl);
  const { applied } = await runMigrations(databaseUrl, { rolePasswords }).catch((error: unknown) => {
    throw refusalOf(error, databaseUrl);
  });
  for (const name of applied) printer.line(`  ${name}`);
  printer.line(
    applied.length === 0
      ? `${placeOf(databaseUrl)} is up to date.`
      : `${placeOf(databaseUrl)}: ${count(applied.length, 'migration')} applied; it is up to date now.`,
  );
}

async function passwordsFrom(file: string): Promise<RolePasswords> {
  const read = await readFile(file, 'utf8')
    .then((text) => JSON.parse(text) as unknown)
    .catch((cause: Error) => {
      throw new CommandRefused(`The password file ${file} cannot be read as JSON.`, { cause });
    });
  const entries = Object.entries(read as Record<string, unknown>);
  const unknown = entries.find(
    ([role, value]) => !roles.some((r) => r === role) || typeof value !== 'string',
  );
  if (unknown !== undefined)
    throw new CommandRefused(`${unknown[0]} in ${file} is not a role with a text for a password.`);
  return Object.fromEntries(entries) as RolePasswords;
}
