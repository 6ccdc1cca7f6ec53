/** How severe a problem of a boarded file is. */
export const PROBLEM_SEVERITIES = ['error', 'difference', 'warning', 'notice'] as const;
export type ProblemSeverity = (typeof PROBLEM_SEVERITIES)[number];
