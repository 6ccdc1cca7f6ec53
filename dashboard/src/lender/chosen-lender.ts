import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { LendersDocument } from '../generated/graphql';
import { request } from '../graph/request';

/** The value in an address that clears the chosen lender; it does not stay in the address. */
export const ALL_LENDERS = 'all';

/** The chosen lender, from the address; null: all that the operator may see. */
export function useLender(): string | null {
  const { lender } = useSearch({ strict: false });
  return lender === undefined || lender === ALL_LENDERS ? null : lender;
}

/** The lenders that the operator may see. They seldom change. */
export function useLenders(isWanted: boolean) {
  const { data } = useQuery({
    queryKey: ['lenders'],
    queryFn: async ({ signal }) => (await request(LendersDocument, {}, signal)).organizations.items,
    staleTime: 600_000,
    enabled: isWanted,
  });
  return data;
}
