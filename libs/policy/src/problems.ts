/** One mistake in a policy folder, so that the person who made it can find it. */
export interface PolicyProblem {
  readonly file: string;
  /** The rule's `@id`, where it is known. */
  readonly policyId?: string;
  /** 1-based line in the file, where it is known. */
  readonly line?: number;
  readonly reason: string;
}

/** Recognised by `code`. Every mistake found is listed, not only the first. */
export interface PolicyFolderError extends Error {
  readonly code: 'policy_folder_invalid';
  readonly problems: readonly PolicyProblem[];
}

export function policyFolderError(problems: readonly PolicyProblem[]): PolicyFolderError {
  const message = ['The policies cannot be used:', ...problems.map(sentence)].join('\n  ');
  return Object.assign(new Error(message), { code: 'policy_folder_invalid' as const, problems });
}

function sentence(problem: PolicyProblem): string {
  const line = problem.line === undefined ? '' : `:${problem.line}`;
  const policy = problem.policyId === undefined ? '' : ` policy ${problem.policyId}:`;
  return `${problem.file}${line}:${policy} ${problem.reason}`;
}
