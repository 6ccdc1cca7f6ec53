import { useMatches, useSearch } from '@tanstack/react-router';

/** The value in an address that clears the chosen lender; it does not stay in the address. */
export const ALL_LENDERS = 'all';

/**
 * The chosen lender, from the address; null: all that the operator may see. `of` names the lender of one page, which
 * another page's row opened: unlike `lender`, it does not stay in the address on the next page.
 */
export function useLender(): string | null {
  const { lender, of } = useSearch({ strict: false });
  if (of !== undefined) return of;
  return lender === undefined || lender === ALL_LENDERS ? null : lender;
}

/** Whether the chosen lender changes the page. */
export function useIsByLender(): boolean {
  return useMatches().every(({ staticData }) => staticData.isByLender !== false);
}

/** The chosen lender where the page shows it: a search must not be limited by a lender that is not in sight. */
export function useShownLender(): string | null {
  const lender = useLender();
  return useIsByLender() ? lender : null;
}
