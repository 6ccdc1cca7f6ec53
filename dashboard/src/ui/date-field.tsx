interface DateFieldProps {
  readonly label: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onChange: (on: string) => void;
}

/** One day, with the browser's date picker. */
export function DateField({ label, onChange, ...rest }: DateFieldProps) {
  return (
    <input
      type="date"
      className="input"
      aria-label={label}
      {...rest}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
