/**
 * Real PostgreSQL for tests: one server a run, one migrated template, one copy a test file.
 * It refuses to guess: without a run opened by the test runner there is no database. Its one invariant: a test
 * file has its database for itself; only the login roles are shared.
 */
export { everythingRecorded } from './everything-recorded.js';
export { reserved } from './reserved.js';
export { type TestDatabase, testDatabase } from './test-database.js';
export { closeTestRun, databaseUrl, openTestRun, TEST_PASSWORD } from './test-server.js';
