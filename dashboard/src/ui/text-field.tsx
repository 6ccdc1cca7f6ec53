import type { KeyboardEvent } from 'react';
import { TextField as AriaTextField, FieldError, Input, Label } from 'react-aria-components';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem?: string | undefined;
  readonly hint?: string;
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly autoFocus?: boolean;
  readonly inputMode?: 'decimal' | 'numeric' | 'text';
  readonly maxLength?: number;
  /** Searches what the form shows: Enter does not submit the form. */
  readonly isSearch?: boolean;
}

export function TextField({
  label,
  problem,
  hint,
  inputMode,
  maxLength = 200,
  isSearch = false,
  ...rest
}: TextFieldProps) {
  return (
    <AriaTextField {...rest} className="field" isInvalid={problem !== undefined}>
      <Label className="label">{label}</Label>
      <Input
        className="input"
        maxLength={maxLength}
        {...(inputMode && { inputMode })}
        {...(isSearch && { onKeyDown: keepEnter })}
      />
      {hint && problem === undefined && <span className="quiet">{hint}</span>}
      {problem !== undefined && (
        <div role="alert">
          <FieldError className="error-text">{problem}</FieldError>
        </div>
      )}
    </AriaTextField>
  );
}

function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}
