import { createContext, type ReactNode, useContext } from 'react';
import { BUSINESS_ZONE } from '../format/time-zones';
import { useCoveredLenders, useLenders } from './lenders';

const TimeZone = createContext(BUSINESS_ZONE);

/** The time zone of the page's times. The browser's own zone is never used. */
export function useTimeZone(): string {
  return useContext(TimeZone);
}

/**
 * Times of the lenders that the page covers: in their time zone, or in New York's if they have several. The page is
 * shown once the lenders are known, so that no date changes under the reader's eyes.
 */
export function PageTimeZone({ children }: { readonly children: ReactNode }) {
  const { isKnown } = useLenders();
  const zones = [...new Set(useCoveredLenders().map(({ timeZone }) => timeZone))];
  const [own = BUSINESS_ZONE] = zones.length === 1 ? zones : [];
  return isKnown && <TimeZone value={own}>{children}</TimeZone>;
}

interface TimeZoneOfProps {
  readonly organizationId: string | null | undefined;
  readonly children: ReactNode;
}

/** Times of one lender's object, such as a loan: in that lender's time zone, whichever lender is chosen. */
export function TimeZoneOf({ organizationId, children }: TimeZoneOfProps) {
  const page = useTimeZone();
  const own = useLenders().lenders.find(({ id }) => id === organizationId);
  return <TimeZone value={own?.timeZone ?? page}>{children}</TimeZone>;
}
