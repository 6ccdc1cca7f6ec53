import { TextArea as AriaTextArea, TextField as AriaTextField, FieldError, Label } from 'react-aria-components';

interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows: number;
  readonly isReadOnly?: boolean;
  readonly maxLength: number;
  /** Prose is spell-checked; source text, such as a template’s, is not. */
  readonly holds?: 'source' | 'prose';
  readonly problem?: string | undefined;
}

/** A field of several lines. */
export function TextArea({ label, rows, maxLength, holds = 'source', problem, ...rest }: TextAreaProps) {
  return (
    <AriaTextField {...rest} className="field" isInvalid={problem !== undefined}>
      <Label className="label">{label}</Label>
      <AriaTextArea className={`input ${holds}`} rows={rows} maxLength={maxLength} spellCheck={holds === 'prose'} />
      {problem !== undefined && (
        <div role="alert">
          <FieldError className="error-text">{problem}</FieldError>
        </div>
      )}
    </AriaTextField>
  );
}
