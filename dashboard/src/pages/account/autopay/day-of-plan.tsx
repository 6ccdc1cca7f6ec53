import { DateField } from '../../../ui/date-field';

interface DayOfPlanProps {
  readonly label: string;
  readonly value: string;
  readonly min: string | undefined;
  readonly max?: string;
  readonly onChange: (on: string) => void;
  readonly problem: string | undefined;
}

/** A day of a schedule or an authorization, with its label above it and its problem below. */
export function DayOfPlan({ label, problem, ...rest }: DayOfPlanProps) {
  return (
    <div className="field" {...(problem !== undefined && { 'data-invalid': true })}>
      <span className="label" aria-hidden="true">
        {label}
      </span>
      <DateField label={label} {...rest} />
      {problem !== undefined && (
        <span role="alert" className="error-text">
          {problem}
        </span>
      )}
    </div>
  );
}
