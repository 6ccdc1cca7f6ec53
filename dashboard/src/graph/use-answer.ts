import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { TypedDocumentString } from '../generated/graphql';
import type { PartialAnswer } from './missing-parts';
import { REFRESH_MS } from './refresh-interval';
import { type Roots, request, requestParts, requestRoots } from './request';

interface Reading {
  /** Whether it is read again and again while the tab is visible. */
  readonly isLive?: boolean;
  readonly enabled?: boolean;
  readonly retry?: false;
  readonly gcTime?: number;
  /** Whether the answer for the variables before stays until the next one. */
  readonly keepsPrevious?: boolean;
}

/** The answer to one document. The name and the variables identify it among all that were read. */
export function useAnswer<Result, Variables>(
  name: string,
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  reading: Reading = {},
): UseQueryResult<Result> {
  return useQuery({
    queryKey: [name, variables],
    queryFn: ({ signal }) => request(document, variables, signal),
    ...optionsOf(reading),
  }) as UseQueryResult<Result>;
}

/** The same for a page that shows what came of an answer whose other parts failed. */
export function useParts<Result, Variables>(
  name: string,
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  reading: Omit<Reading, 'keepsPrevious'> = {},
): UseQueryResult<PartialAnswer<Result>> {
  return useQuery({
    queryKey: [name, variables],
    queryFn: ({ signal }) => requestParts(document, variables, signal),
    ...optionsOf(reading),
  });
}

/** The same for a page of parts that stand for themselves, such as tiles: each can be missing. */
export function useRoots<Result, Variables>(
  name: string,
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  reading: Omit<Reading, 'keepsPrevious'> = {},
): UseQueryResult<PartialAnswer<Roots<Result>>> {
  return useQuery({
    queryKey: [name, variables],
    queryFn: ({ signal }) => requestRoots(document, variables, signal),
    ...optionsOf(reading),
  });
}

function optionsOf({ isLive, keepsPrevious, ...reading }: Reading) {
  return {
    ...reading,
    ...(isLive && { refetchInterval: REFRESH_MS }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  };
}
