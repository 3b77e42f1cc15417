/** Compiled tests only: `npm test` builds first, so a test resolves packages exactly as production does. */
export default {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  testMatch: [
    '<rootDir>/(libs|apps)/*/dist/**/*.spec.js',
    '<rootDir>/e2e/dist/**/*.spec.js',
    '<rootDir>/tools/**/*.spec.js',
  ],
  testPathIgnorePatterns: ['/node_modules/'],
  globalSetup: '<rootDir>/tools/jest-global-setup.js',
  globalTeardown: '<rootDir>/tools/jest-global-teardown.js',
  testSequencer: '<rootDir>/tools/jest-order.js',
  transform: {},
  // A time limit says that a test hangs, not that it is slow; what a test waits for has bounds of its own.
  testTimeout: 600_000,
  maxWorkers: 2,
  // Each file leaves some of its modules behind in the worker. Towards the end of a run that came to 3.5 GB a worker,
  // and collecting it stopped whatever was being timed; beyond this a worker is replaced between two files.
  workerIdleMemoryLimit: '1GB',
};
