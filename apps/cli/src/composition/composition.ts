/**
 * What runs when everything runs: the list of services and the environment each of them gets, in one process or in
 * a process each. It takes a service's definition from an app and nothing else. Its one invariant: what the tests
 * start is what `npm start` starts.
 */
export {
  addressOf,
  environmentOfProgram,
  type OnKafka,
  type ProbedProgram,
  type Program,
  programFile,
  programName,
  programs,
} from './programs.js';
export { environmentOf, environmentOfAll, type Outside, type World } from './service-environment.js';
export { services } from './services.js';
