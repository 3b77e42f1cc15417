import type { ConnectorReport, Finding, RequirementReport, Verdict } from './report.js';

const MARK: Readonly<Record<Verdict, string>> = {
  passed: 'passed',
  failed: 'FAILED',
  not_applicable: 'not applicable',
};
const WIDTH = 100;

/** The report as text: every requirement on a line; where one failed, each failure with its evidence and the fix. */
export function renderReport(report: ConnectorReport): string {
  const { connector, verdict, passed, failed, notApplicable, requirements, tookMs } = report;
  const total = `${passed} passed, ${failed} failed, ${notApplicable} not applicable, in ${(tookMs / 1000).toFixed(1)} s.`;
  const says = verdict === 'conforms' ? 'conforms to the contract' : 'DOES NOT CONFORM to the contract';
  return [`Connector: ${connector}`, '', ...requirements.flatMap(block), '', total, `It ${says}.`].join('\n');
}

function block({ id, title, verdict, fix, findings }: RequirementReport): string[] {
  const failures = findings.filter((each) => each.verdict === 'failed');
  const tried = findings.filter((each) => each.verdict !== 'not_applicable').length;
  const held = tried - failures.length;
  const counted = tried > 1 ? ` (${held} of ${tried} situations)` : '';
  const head = `${MARK[verdict].padEnd(14)}  ${title}${counted}  [${id}]`;
  const untried = findings.filter(
    (each) => each.verdict === 'not_applicable' && each.requirement !== 'same-bytes',
  );
  const reasons =
    findings.length === 0
      ? ['                not tried: nothing works on a quiet way']
      : untried.map(reasonLine);
  return [
    head,
    ...reasons,
    ...failures.flatMap(failureLines),
    ...(fix === undefined ? [] : wrapped(`Fix: ${fix}`, '                ')),
  ];
}

const reasonLine = ({ situation, reason }: Finding) => `                not tried: ${situation}: ${reason}`;

function failureLines({ situation, reason, evidence }: Finding): string[] {
  return [
    `                when ${situation}: ${reason}`,
    ...evidence.map((line) => `                    ${line}`),
  ];
}

function wrapped(text: string, indent: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 1 > WIDTH) lines.push(`${indent}${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
