import type { GraphProblem } from './problem';

/** What came of an answer, and what is missing from it. */
export interface PartialAnswer<Result> {
  readonly data: Result;
  readonly missing: readonly MissingPart[];
}

/** A part that could not be read: its value is null, or something around it is. */
export interface MissingPart {
  readonly path: readonly (string | number)[];
  readonly problem: GraphProblem;
}

/** Why a part is missing: the first error at it, around it or within it. Undefined: it came. */
export function whyMissing(
  missing: readonly MissingPart[],
  ...path: readonly (string | number)[]
): GraphProblem | undefined {
  return missing.find((part) => {
    const shorter = Math.min(part.path.length, path.length);
    return path.slice(0, shorter).every((name, at) => name === part.path[at]);
  })?.problem;
}
