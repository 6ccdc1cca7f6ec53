/** Severity of a problem in a boarded file. */
export const PROBLEM_SEVERITIES = ['error', 'difference', 'warning', 'notice'] as const;
export type ProblemSeverity = (typeof PROBLEM_SEVERITIES)[number];
