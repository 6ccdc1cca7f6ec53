import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { GraphProblem, messageOf } from './problem';

interface ActOptions<Data> {
  readonly perform: () => Promise<Data>;
  /** The names of the answers to read again; `all`: every answer. */
  readonly changes?: 'all' | readonly string[];
  /** The mutation is pending until this promise settles. */
  readonly onDone?: (data: Data) => unknown;
}

/** Runs a mutation once, however often its button is pressed before the page shows it as pending. */
export function useMutationOnce<Data>({ perform, changes = [], onDone }: ActOptions<Data>) {
  const queries = useQueryClient();
  const { mutate, isPending, submittedAt, error, data, reset } = useMutation({
    mutationFn: perform,
    onSuccess: async (data) => {
      if (changes === 'all') await queries.invalidateQueries();
      else await Promise.all(changes.map((name) => queries.invalidateQueries({ queryKey: [name] })));
      await onDone?.(data);
    },
  });
  const isInHand = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each start counts, also one that is over before it is shown.
  useEffect(() => {
    if (!isPending) isInHand.current = false;
  }, [isPending, submittedAt]);
  return {
    start: () => {
      if (isInHand.current) return;
      isInHand.current = true;
      mutate();
    },
    isPending,
    data,
    /** Why the last attempt failed, for display. */
    problem: error && messageOf(error),
    /** The API's code of that failure. */
    code: error instanceof GraphProblem ? error.code : undefined,
    reset,
  };
}
