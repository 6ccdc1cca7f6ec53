import type { ReactNode } from 'react';
import type { TypedDocumentString } from '../../generated/graphql';
import { whyMissing } from '../../graph/missing-parts';
import { GraphProblem } from '../../graph/problem';
import type { Roots } from '../../graph/request';
import { useRoots } from '../../graph/use-answer';
import { Skeleton } from '../../ui/empty-failed-and-loading-states';
import { NotRead } from '../../ui/not-read';

/** One part of an answer: it came, it could not be read, or (neither) it is still being read. */
export interface Part<Value> {
  readonly value: NonNullable<Value> | undefined;
  readonly problem: unknown;
}

export interface Reading<Result> {
  /** In milliseconds since the epoch; undefined: not read yet. */
  readonly readAt: number | undefined;
  readonly part: <Name extends keyof Result & string>(name: Name) => Part<Result[Name]>;
}

/** Reads a document again and again; what came of it stays until the next answer. */
export function useReading<Result, Variables>(
  name: string,
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
): Reading<Result> {
  const { data, error, dataUpdatedAt } = useRoots(name, document, variables, { isLive: true });
  return {
    readAt: data === undefined ? undefined : dataUpdatedAt,
    part: (root) => {
      const values: Roots<Result> | undefined = data?.data;
      return { value: values?.[root] ?? undefined, problem: data ? whyMissing(data.missing, root) : error };
    },
  };
}

interface ShownProps<Value> {
  readonly what: string;
  readonly part: Part<Value>;
  readonly children: (value: NonNullable<Value>) => ReactNode;
}

/**
 * A part, or in its place that it could not be read. Jobs and email events belong to no lender: an admin of some lenders
 * may not read them, and that is no failure.
 */
export function Shown<Value>({ what, part: { value, problem }, children }: ShownProps<Value>) {
  if (value !== undefined) return children(value);
  if (problem instanceof GraphProblem && problem.code === 'insufficient_scope')
    return <p className="quiet">{what}: only for admins of all lenders.</p>;
  return problem ? <NotRead what={what} problem={problem} /> : <Skeleton />;
}
