import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { LendersDocument } from '../generated/graphql';
import { request } from '../graph/request';

/** As an address says that no lender is chosen any more; it does not stay there. */
export const ALL_LENDERS = 'all';

/** The lender that is looked at, from the address; null: all that the operator may see. */
export function useLender(): string | null {
  const { lender } = useSearch({ strict: false });
  return lender === undefined || lender === ALL_LENDERS ? null : lender;
}

/** Those that the operator may see. They seldom change. */
export function useLenders(isWanted: boolean) {
  const { data } = useQuery({
    queryKey: ['lenders'],
    queryFn: async ({ signal }) => (await request(LendersDocument, {}, signal)).organizations.items,
    staleTime: 600_000,
    enabled: isWanted,
  });
  return data;
}
