/**
 * Checks a connector that somebody wrote against the contract of DESIGN section 6, with every fault between it and
 * its target. It needs no test runner and knows no target: the author says how the connector is made, how a fresh
 * action is had, and how the target's own ledger is read. It refuses to take the connector's word for anything: what
 * happened is read from that ledger, what was sent is seen on the wire.
 * Its one invariant: a requirement is `passed` only if it was tried; what could not be tried says why.
 */
export { checkConnector } from './check-connector.js';
export { renderReport } from './report/render-report.js';
export type { ConnectorReport, Finding, RequirementReport, Verdict } from './report/report.js';
export type { RequirementId } from './requirements/requirements.js';
export type {
  ConnectorSubject,
  ConnectorUnderTest,
  Effect,
  Money,
  RequestSeen,
  TargetAnswer,
  Way,
} from './subject.js';
export { isSubject, subjectFault } from './subject-fault.js';
export type { Exchange, HttpFault } from './way/exchange.js';
export { type HttpWay, openHttpWay } from './way/http-way.js';
