import { useState } from 'react';
import { Checkbox } from 'react-aria-components';
import { ALL_EVENTS, EVENT_GROUPS, type EventGroup } from '../../format/event-types';
import { count } from '../../format/money';
import { TextField } from '../../ui/text-field';

interface ChooseEventTypesProps {
  /** As the API stores them: `*`, `payment.*`, `payment.posted`. */
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}

/** The events that an endpoint gets: all, all of a kind of object, or single types. */
export function ChooseEventTypes({ chosen, onChoose }: ChooseEventTypesProps) {
  const [text, setText] = useState('');
  const isAll = chosen.includes(ALL_EVENTS);
  const groups = matching(text);
  const found = groups.reduce((sum, { types }) => sum + types.length, 0);
  return (
    <fieldset className="plain stack">
      <legend className="label">Events</legend>
      <Check
        label="All events, also types that are added later"
        isSelected={isAll}
        onChange={(isOn) => onChoose(isOn ? [ALL_EVENTS] : [])}
      />
      {!isAll && (
        <>
          <TextField label="Search events" value={text} onChange={setText} maxLength={100} isSearch />
          <p className="quiet" role="status">
            {found === 0 ? 'No events match' : `${count(found)} ${found === 1 ? 'event type' : 'event types'}`}
          </p>
          <div className="event-groups">
            {groups.map((group) => (
              <Group key={group.id} group={group} chosen={chosen} onChoose={onChoose} />
            ))}
          </div>
        </>
      )}
    </fieldset>
  );
}

interface GroupProps extends ChooseEventTypesProps {
  readonly group: EventGroup;
}

function Group({ group: { id, text, types }, chosen, onChoose }: GroupProps) {
  const isWhole = chosen.includes(id);
  const without = (left: (type: string) => boolean) => chosen.filter((type) => !left(type));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside the fieldset would repeat its border and legend
    <div role="group" aria-label={text}>
      <Check
        label={`${text}: all`}
        isSelected={isWhole}
        onChange={(isOn) => {
          const others = without((type) => type.startsWith(id.slice(0, -1)));
          onChoose(isOn ? [...others, id] : others);
        }}
      />
      {types.map((type) => (
        <Check
          key={type.id}
          label={type.text}
          code={type.id}
          isSelected={isWhole || chosen.includes(type.id)}
          isDisabled={isWhole}
          onChange={(isOn) => onChoose(isOn ? [...chosen, type.id] : without((one) => one === type.id))}
        />
      ))}
    </div>
  );
}

interface CheckProps {
  readonly label: string;
  readonly code?: string;
  readonly isSelected: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isSelected: boolean) => void;
}

function Check({ label, code, ...rest }: CheckProps) {
  return (
    <Checkbox {...rest} className="check">
      {({ isSelected }) => (
        <>
          <span className="box" aria-hidden="true">
            {isSelected ? '✓' : ''}
          </span>
          <span>
            {label} {code && <code className="quiet">{code}</code>}
          </span>
        </>
      )}
    </Checkbox>
  );
}

/** The groups with the types that a text names, by display name or by the API’s name. */
function matching(text: string): readonly EventGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return EVENT_GROUPS.map((group) => ({
    ...group,
    types: group.types.filter(({ id, text }) => {
      const names = `${group.text} ${text} ${id}`.toLowerCase();
      return words.every((word) => names.includes(word));
    }),
  })).filter(({ types }) => types.length > 0);
}
