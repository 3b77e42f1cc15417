import { checkFinding, type Heard } from './checks/check-finding.js';
import { checkMoney } from './checks/check-money.js';
import { checkSending } from './checks/check-sending.js';
import { judgeWrite } from './checks/judge-write.js';
import { type ConnectorReport, type Finding, found, type RequirementReport } from './report/report.js';
import { blotted, everythingIn } from './report/words.js';
import { type RequirementId, requirementIds, requirements } from './requirements/requirements.js';
import type { ConnectorSubject } from './subject.js';
import type { Asked } from './trials/asked.js';
import { writeFaults } from './trials/write-faults.js';
import { tryWriteFault, type WriteTrial } from './trials/write-trial.js';

/**
 * Runs a connector through the contract and every fault, some seconds long, and says what holds. Nothing is
 * asserted: the caller reads `verdict`. `subject.close` is called at the end, whatever happens.
 * @throws what the subject's own functions throw (the ledger could not be read), and an error when its target
 * cannot be reached: nothing can be said of a connector then.
 */
export async function checkConnector(subject: ConnectorSubject): Promise<ConnectorReport> {
  const startedMs = performance.now();
  try {
    const findings = (await everyFinding(subject)).map((finding) => withoutSecrets(finding, subject.secrets));
    const tookMs = Math.round(performance.now() - startedMs);
    return reportOf(subject.name, findings, tookMs);
  } finally {
    await subject.close?.();
  }
}

async function everyFinding(subject: ConnectorSubject): Promise<readonly Finding[]> {
  const answers: Asked<unknown>[] = [];
  const heard: Heard = (asked) => {
    answers.push(asked);
    return asked;
  };
  const writes = await tryWriteFaults(subject);
  for (const { first, repeats } of writes) answers.push(first, ...repeats);
  const findings = writes.flatMap((trial) => judgeWrite(trial, subject));
  if (writes.length === 1) return findings;
  const checks = [checkSending, checkMoney, checkFinding];
  const others = await Promise.all(checks.map((check) => check(subject, heard)));
  return [...findings, ...others.flat(), credentials(answers, subject)];
}

/** A target may be the provider's own test mode: it is not flooded. */
const AT_A_TIME = 5;

/** The quiet one alone where it does not lead to a success: every further finding would be about something else. */
async function tryWriteFaults(subject: ConnectorSubject): Promise<readonly WriteTrial[]> {
  const [quiet, ...faults] = writeFaults(subject).filter(
    ({ needsBody }) => needsBody !== true || subject.answersWithoutBody !== true,
  );
  if (quiet === undefined) return [];
  const trials = [await tryWriteFault(subject, quiet)];
  if (!trials.every(({ first }) => succeeded(first))) return trials;
  for (let at = 0; at < faults.length; at += AT_A_TIME) {
    const some = faults.slice(at, at + AT_A_TIME);
    trials.push(...(await Promise.all(some.map((fault) => tryWriteFault(subject, fault)))));
  }
  return trials;
}

function succeeded(first: Asked<{ readonly class: string }>): boolean {
  return first.how === 'answered' && first.answer.class === 'succeeded';
}

function credentials(answers: readonly Asked<unknown>[], { secrets }: ConnectorSubject): Finding {
  const telling = answers.filter((asked) => secrets.some((secret) => everythingIn(asked).includes(secret)));
  return found('no-credential', `${answers.length} results and errors`, {
    fault: telling.length > 0 ? `${telling.length} hold a secret` : undefined,
    reason: `none holds one of ${secrets.length} secrets`,
    evidence: () => telling.slice(0, 3).map((asked) => everythingIn(asked).replaceAll(/\s+/g, ' ')),
  });
}

function withoutSecrets(finding: Finding, secrets: readonly string[]): Finding {
  const clean = (text: string) => blotted(text, secrets);
  return { ...finding, reason: clean(finding.reason), evidence: finding.evidence.map(clean) };
}

function reportOf(connector: string, findings: readonly Finding[], tookMs: number): ConnectorReport {
  const count = (verdict: Finding['verdict']) => findings.filter((each) => each.verdict === verdict).length;
  const failed = count('failed');
  return {
    connector,
    verdict: failed === 0 ? 'conforms' : 'does_not_conform',
    passed: count('passed'),
    failed,
    notApplicable: count('not_applicable'),
    requirements: requirementIds.map((id) => requirementOf(id, findings)),
    tookMs,
  };
}

function requirementOf(id: RequirementId, all: readonly Finding[]): RequirementReport {
  const findings = all.filter(({ requirement }) => requirement === id);
  const verdicts = findings.map(({ verdict }) => verdict);
  const { title, fix } = requirements[id];
  if (verdicts.includes('failed')) return { id, title, verdict: 'failed', fix, findings };
  return { id, title, verdict: verdicts.includes('passed') ? 'passed' : 'not_applicable', findings };
}
