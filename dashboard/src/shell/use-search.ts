import { useQuery } from '@tanstack/react-query';
import { FindByContactDocument, FindDocument, FindPersonsDocument } from '../generated/graphql';
import { whyMissing } from '../graph/missing-parts';
import { request, requestRoots } from '../graph/request';
import { useShownLender } from '../lender/chosen-lender';
import { useDebounced } from '../ui/debounced';
import { contactHits, foundHit, type Hit, loanHits, personHits } from './search-hits';
import { contactKindOf, isSentWhileTyped, mayBeName } from './search-text';

const PAUSE_MS = 150;

export interface Search {
  readonly loans: readonly Hit[];
  readonly payments: readonly Hit[];
  readonly charges: readonly Hit[];
  readonly disputes: readonly Hit[];
  /** Whether the hits for this text are still to come. Hits for an earlier text are never shown. */
  readonly isPending: boolean;
  readonly error: unknown;
  /** What could not be searched, while the rest was. */
  readonly unread: readonly string[];
  readonly retry: () => void;
}

/** Searches for a text once the typing pauses. The next text cancels the request for this one. */
export function useSearch(text: string): Search {
  const organizationId = useShownLender();
  const sought = useDebounced(text, PAUSE_MS);
  const isSent = isSentWhileTyped(sought);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['find', sought, organizationId],
    queryFn: ({ signal }) => requestRoots(FindDocument, { organizationId, text: sought }, signal),
    enabled: isSent,
    retry: false,
  });
  // A document of its own: the server takes it for a search by contact data if the text may be some.
  const byName = useQuery({
    queryKey: ['find-persons', sought, organizationId],
    queryFn: ({ signal }) => request(FindPersonsDocument, { organizationId, text: sought }, signal),
    enabled: isSent && mayBeName(sought),
    retry: false,
  });
  const isOfText = sought === text && isSent;
  const persons = isOfText ? byName.data?.persons : undefined;
  const { accounts, searchPayments: found = [] } = (isOfText && data?.data) || {};
  const missing = isOfText ? (data?.missing ?? []) : [];
  const own = (kinds: readonly string[]) => (found ?? []).filter(({ kind }) => kinds.includes(kind)).map(foundHit);
  return {
    loans: [...loanHits(accounts?.items ?? [], text), ...personHits(persons?.items ?? [])],
    payments: own(['payment']),
    charges: own(['autopay_run', 'autopay_schedule', 'payment_method']),
    disputes: own(['dispute']),
    isPending:
      (isSentWhileTyped(text) && !isOfText) ||
      (isOfText && isFetching && data === undefined) ||
      (isOfText && byName.isLoading),
    error: isOfText && data === undefined && !isFetching ? error : null,
    unread: [
      ...(whyMissing(missing, 'accounts') ? ['Loans'] : []),
      ...(isOfText && byName.error && error === null ? ['Borrowers'] : []),
      ...(whyMissing(missing, 'searchPayments') ? ['Payments, charges and disputes'] : []),
    ],
    retry: () => {
      void refetch();
      if (byName.error) void byName.refetch();
    },
  };
}

/**
 * Searches for contact data by the whole value. It is asked for once for each text that the operator confirms, because
 * each request is recorded and counts against the limit of such reads.
 */
export function useContactSearch(text: string | undefined) {
  const organizationId = useShownLender();
  const { data, error, isFetching } = useQuery({
    queryKey: ['find-contact', text, organizationId],
    queryFn: ({ signal }) => request(FindByContactDocument, { organizationId, text: text ?? '' }, signal),
    enabled: text !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const matched = contactKindOf(text ?? '') === 'email address' ? 'Email address' : 'Phone number';
  return { hits: data && contactHits(data.persons.items, matched), error, isPending: isFetching };
}
