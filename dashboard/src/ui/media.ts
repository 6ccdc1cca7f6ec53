import { useSyncExternalStore } from 'react';

const NARROW = matchMedia('(max-width: 720px)');
const PRINT = matchMedia('print');

/** Whether the window is as narrow as a telephone's; never on paper, where all columns are seen. */
export function useIsNarrow(): boolean {
  const isNarrow = useMatches(NARROW);
  return !useMatches(PRINT) && isNarrow;
}

/** Whether the page is being printed. */
export function useIsPrinting(): boolean {
  return useMatches(PRINT);
}

function useMatches(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => query.matches,
  );
}
