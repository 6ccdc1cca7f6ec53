import { Select as AriaSelect, Button, FieldError, ListBox, ListBoxItem, Popover } from 'react-aria-components';

export interface Choice {
  readonly id: string;
  readonly text: string;
}

interface ChoiceFilterProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  /** Empty: any. */
  readonly chosen: string;
  /** What an empty choice means, if not any. */
  readonly none?: string;
  readonly onChoose: (id: string) => void;
  /** Whether a choice is required. */
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  readonly problem?: string | undefined;
}

/** A choice of one value, or any; the button shows it. */
export function ChoiceFilter({
  label,
  choices,
  chosen,
  onChoose,
  none = 'Any',
  isRequired = false,
  isDisabled = false,
  problem,
}: ChoiceFilterProps) {
  const found = choices.find(({ id }) => id === chosen);
  return (
    <AriaSelect
      aria-label={found ? `${label} ${found.text}` : label}
      value={chosen === '' ? (isRequired ? null : ANY) : chosen}
      onChange={(id) => onChoose(id === ANY ? '' : String(id))}
      isDisabled={isDisabled}
      isInvalid={problem !== undefined}
      {...(problem !== undefined && { className: 'field' })}
    >
      <Button className="select-button" {...(found && !isRequired && { 'data-set': true })}>
        <span className="quiet">{label}</span> {found && <strong>{found.text}</strong>}
        <span aria-hidden="true">▾</span>
      </Button>
      {problem !== undefined && <FieldError className="error-text">{problem}</FieldError>}
      <Popover className="popover">
        <ListBox items={isRequired ? choices : [{ id: ANY, text: none }, ...choices]}>
          {({ id, text }) => (
            <ListBoxItem id={id} textValue={text} className="option">
              {text}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

const ANY = 'any';
