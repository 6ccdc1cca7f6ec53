import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { LendersDocument, type LendersQuery } from '../generated/graphql';
import { request } from '../graph/request';
import { useLender } from './chosen-lender';

export type Lender = LendersQuery['organizations']['items'][number];

interface KnownLenders {
  /** Whether they have been read, or could not be in the last try: a first failed try is followed by others. */
  readonly isKnown: boolean;
  /** Empty if they could not be read. */
  readonly lenders: readonly Lender[];
  readonly error: unknown;
  readonly retry: () => void;
}

const Lenders = createContext<KnownLenders>({ isKnown: false, lenders: [], error: null, retry: () => undefined });

/** A lender's date changes at midnight, a sandbox's whenever its test clock is advanced. */
const REFRESH_MS = 60_000;

/** Reads the lenders once for all pages, which need their dates and time zones first. */
export function LendersProvider({ children }: { readonly children: ReactNode }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['lenders'],
    queryFn: async ({ signal }) => (await request(LendersDocument, {}, signal)).organizations.items,
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
  const known = {
    isKnown: !isPending,
    lenders: data ?? [],
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  };
  return <Lenders value={known}>{children}</Lenders>;
}

/** The lenders that the operator may see, each with its own date and time zone. */
export function useLenders(): KnownLenders {
  return useContext(Lenders);
}

/** The lenders that the page's figures cover. */
export function useCoveredLenders(): readonly Lender[] {
  const { lenders } = useLenders();
  return coveredLenders(lenders, useLender());
}

/** As the server's sums: the chosen lender; else all without the sandboxes, unless there are only sandboxes. */
export function coveredLenders(lenders: readonly Lender[], chosen: string | null): readonly Lender[] {
  if (chosen !== null) return lenders.filter(({ id }) => id === chosen);
  const real = lenders.filter(({ isSandbox }) => !isSandbox);
  return real.length > 0 ? real : lenders;
}
