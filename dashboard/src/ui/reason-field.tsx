import { TextField } from './text-field';

interface ReasonFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
}

/** A person's reason for a decision. */
export function ReasonField({ hint = 'Stored with your name.', ...rest }: ReasonFieldProps) {
  return <TextField {...rest} hint={hint} autoFocus maxLength={500} />;
}
