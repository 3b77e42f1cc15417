/**
 * A TCP proxy on the loopback for breaking the way between any two programs: cut, delay, silence, lost answers.
 * It knows nothing of what it carries: faults of one HTTP exchange are the connector check's own. Its one invariant:
 * bytes arrive in order and unchanged or not at all, and a connection that has lost bytes never carries another.
 */
export type { Direction } from './lane.js';
export { type OpenProxy, openProxy, type TcpProxy } from './tcp-proxy.js';
