import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { TypedDocumentString } from '../generated/graphql';
import { REFRESH_MS } from './refresh-interval';
import { request } from './request';

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
  { isLive, keepsPrevious, ...reading }: Reading = {},
): UseQueryResult<Result> {
  return useQuery({
    queryKey: [name, variables],
    queryFn: ({ signal }) => request(document, variables, signal),
    ...reading,
    ...(isLive && { refetchInterval: REFRESH_MS }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  }) as UseQueryResult<Result>;
}
