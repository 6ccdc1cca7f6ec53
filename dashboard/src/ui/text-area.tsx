import { TextArea as AriaTextArea, TextField as AriaTextField, Label } from 'react-aria-components';

interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows: number;
  readonly isReadOnly?: boolean;
  readonly maxLength: number;
}

/** A field for source text of several lines. */
export function TextArea({ label, rows, maxLength, ...rest }: TextAreaProps) {
  return (
    <AriaTextField {...rest} className="field">
      <Label className="label">{label}</Label>
      <AriaTextArea className="input source" rows={rows} maxLength={maxLength} spellCheck={false} />
    </AriaTextField>
  );
}
