/**
 * What runs when everything runs: the list of services and the environment each of them gets. It takes a
 * service's definition from an app and nothing else. Its one invariant: what the tests start is what
 * `npm start` starts.
 */
export { environmentOf, environmentOfAll, type World } from './service-environment.js';
export { folderOf, services } from './services.js';
