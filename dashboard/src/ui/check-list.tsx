import { Checkbox, CheckboxGroup, FieldError, Label } from 'react-aria-components';
import type { Choice } from './choice-filter';

interface CheckListProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: string[]) => void;
  readonly problem?: string | undefined;
}

/** Any number of choices, all in sight. */
export function CheckList({ label, choices, chosen, onChoose, problem }: CheckListProps) {
  return (
    <CheckboxGroup className="field" value={[...chosen]} onChange={onChoose} isInvalid={problem !== undefined}>
      <Label className="label">{label}</Label>
      <div className="check-list">
        {choices.map(({ id, text }) => (
          <Checkbox key={id} value={id} className="check">
            {({ isSelected }) => (
              <>
                <span className="box" aria-hidden="true">
                  {isSelected ? '✓' : ''}
                </span>
                {text}
              </>
            )}
          </Checkbox>
        ))}
      </div>
      {problem !== undefined && (
        <div role="alert">
          <FieldError className="error-text">{problem}</FieldError>
        </div>
      )}
    </CheckboxGroup>
  );
}
