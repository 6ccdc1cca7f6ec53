import { DateField } from './date-field';

interface DayFilterProps {
  /** `YYYY-MM-DD`, or empty. */
  readonly from: string;
  readonly to: string;
  readonly onChange: (range: { from?: string; to?: string }) => void;
}

/** A range of days, both included. */
export function DayFilter({ from, to, onChange }: DayFilterProps) {
  return (
    <span className="filters">
      <DateField label="From" value={from} max={to || undefined} onChange={(on) => onChange({ from: on })} />
      <span className="quiet">to</span>
      <DateField label="To" value={to} min={from || undefined} onChange={(on) => onChange({ to: on })} />
    </span>
  );
}
