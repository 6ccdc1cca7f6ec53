import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TypedDocumentString } from '../generated/graphql';
import { REFRESH_MS } from './refresh-interval';
import { request } from './request';

/** A page of a list, as GraphQL returns it. */
export interface Page<Row> {
  readonly items: readonly Row[];
  readonly page: { readonly nextCursor: string | null; readonly hasMore: boolean };
  /** How far back a search has come that reads a part of the rows at a time. */
  readonly searchedBackTo?: string | null;
}

export const NO_ROWS = { items: [], page: { nextCursor: null, hasMore: false } } as const;

interface PagedSource<Row> {
  /** Identifies the list, with all its filters. */
  readonly key: readonly unknown[];
  readonly read: (cursor: string | null, signal: AbortSignal) => Promise<Page<Row>>;
  /** Whether the list is read again and again while the tab is visible. */
  readonly isLive?: boolean;
}

/** How long a page counts as fresh. */
const FRESH_MS = 10_000;

/** A list that loads more rows as the user scrolls. */
export function usePaged<Row>({ key, read, isLive = false }: PagedSource<Row>): Paged<Row> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }: Page<Row>) => (page.hasMore ? page.nextCursor : undefined),
    // All loaded pages are read again, one after the other: the more pages, the less often.
    staleTime: (list: ReadList) => FRESH_MS * pagesOf(list),
    ...(isLive && { refetchInterval: (list: ReadList) => REFRESH_MS * pagesOf(list) }),
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  return pagedOf(query, rows);
}

/** The list that a document returns, page by page. The name and the variables identify it. */
export function useList<Result, Variables, Row>(
  name: string,
  document: TypedDocumentString<Result, Variables & { readonly cursor?: string | null | undefined }>,
  variables: NoInfer<Omit<Variables, 'cursor'>>,
  pageOf: (answer: Result) => Page<Row>,
  isLive = false,
): Paged<Row> {
  return usePaged({
    key: [name, variables],
    read: async (cursor, signal) =>
      pageOf(
        await request<Result, object>(
          document as TypedDocumentString<Result, object>,
          { ...variables, cursor },
          signal,
        ),
      ),
    isLive,
  });
}

interface ReadList {
  readonly state: { readonly data: { readonly pages: readonly unknown[] } | undefined };
}

function pagesOf({ state: { data } }: ReadList): number {
  return Math.max(1, data?.pages.length ?? 0);
}

export interface Paged<Row> {
  readonly rows: readonly Row[];
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  readonly more: More | undefined;
  /** A search that has not come to the oldest rows: it continues only when it is asked to. */
  readonly further?: (More & { readonly searchedBackTo: string }) | undefined;
}

interface More {
  readonly load: () => void;
  readonly isLoading: boolean;
}

function pagedOf<Row>(query: UseInfiniteQueryResult<InfiniteData<Page<Row>>>, rows: readonly Row[]): Paged<Row> {
  const more = query.hasNextPage
    ? { load: () => void query.fetchNextPage(), isLoading: query.isFetchingNextPage }
    : undefined;
  const searchedBackTo = query.data?.pages.at(-1)?.searchedBackTo;
  return {
    rows,
    isLoading: query.isPending,
    // Rows that came stay while they cannot be read again.
    error: query.data === undefined ? query.error : null,
    retry: () => void query.refetch(),
    more: searchedBackTo ? undefined : more,
    further: more && searchedBackTo ? { ...more, searchedBackTo } : undefined,
  };
}

/** A list that is loaded completely. */
export function useWhole<Row>(
  key: readonly unknown[],
  read: (signal: AbortSignal) => Promise<readonly Row[]>,
): Paged<Row> {
  const { data, isPending, error, refetch } = useQuery({ queryKey: key, queryFn: ({ signal }) => read(signal) });
  return {
    rows: data ?? [],
    isLoading: isPending,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
    more: undefined,
  };
}
