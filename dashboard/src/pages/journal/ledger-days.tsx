import { useToday } from '../../lender/lender-days';
import { DayFilter } from '../../ui/day-range-filter';

interface LedgerDaysProps {
  readonly search: { readonly from?: string; readonly to?: string };
  readonly onChange: (range: { from?: string; to?: string }) => void;
}

/** The business days of the journal and the general ledger; without a choice, the lender's month so far. */
export function useLedgerDays({ search: { from, to }, onChange }: LedgerDaysProps) {
  const today = useToday();
  const isChosen = from !== undefined || to !== undefined;
  const days = isChosen ? { from: from ?? null, to: to ?? null } : { from: `${today.slice(0, 8)}01`, to: today };
  return {
    days,
    /** The same for an address. */
    linked: { ...(days.from !== null && { from: days.from }), ...(days.to !== null && { to: days.to }) },
    filter: <DayFilter from={days.from ?? ''} to={days.to ?? ''} onChange={onChange} />,
  };
}
