interface DayFilterProps {
  /** `YYYY-MM-DD`, or empty. */
  readonly from: string;
  readonly to: string;
  readonly onChange: (range: { from?: string; to?: string }) => void;
}

/** A range of days, both included, with the browser's date picker. */
export function DayFilter({ from, to, onChange }: DayFilterProps) {
  return (
    <span className="filters">
      <input
        type="date"
        className="input"
        aria-label="From"
        value={from}
        max={to || undefined}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <span className="quiet">to</span>
      <input
        type="date"
        className="input"
        aria-label="To"
        value={to}
        min={from || undefined}
        onChange={({ target }) => onChange({ to: target.value })}
      />
    </span>
  );
}
