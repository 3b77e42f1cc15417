/**
 * What every test of the product may use, and the repository's look at itself (`tidy/`). Real databases, fakes that
 * pass the same suite as the real thing, and contract suites live beside what they are of, as `/testing` entries.
 * It refuses to wait for time. Its one invariant: a test waits for a condition, and says which one it missed.
 */
export { waitFor } from './wait-for.js';
