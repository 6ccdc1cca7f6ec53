import { useState } from 'react';
import { BorrowersByNameDocument } from '../../../generated/graphql';
import { useAnswer } from '../../../graph/use-answer';
import { Button } from '../../../ui/button';
import { useDebounced } from '../../../ui/debounced';
import { TextField } from '../../../ui/text-field';
import { NO_BORROWER, type TypedBorrower } from './typed-loan';

interface BorrowerFieldsProps {
  readonly title: string;
  readonly organizationId: string;
  readonly borrower: TypedBorrower;
  readonly isTried: boolean;
  readonly problemAt: (field: string) => string | undefined;
  readonly onChange: (borrower: TypedBorrower) => void;
  readonly onRemove: (() => void) | undefined;
}

type TextOf = Exclude<keyof TypedBorrower, 'key' | 'known'>;

/** A new person, or one whom the lender has already. */
export function BorrowerFields(props: BorrowerFieldsProps) {
  const { title, organizationId, borrower, isTried, problemAt, onChange, onRemove } = props;
  const field = (name: TextOf) => ({
    value: borrower[name],
    onChange: (value: string) => onChange({ ...borrower, [name]: value }),
    problem: problemAt(name),
  });
  const { known, displayName } = borrower;
  return (
    <fieldset className="stack plain" aria-label={title}>
      <h3>{title}</h3>
      {known ? (
        <p>
          <strong>{known.name}</strong>{' '}
          <Button onPress={() => onChange({ key: borrower.key, ...NO_BORROWER })}>Choose another</Button>
        </p>
      ) : (
        <>
          <TextField
            label="Name"
            {...field('displayName')}
            problem={isTried && displayName.trim() === '' ? 'Please enter the name.' : problemAt('displayName')}
          />
          <KnownPersons
            organizationId={organizationId}
            text={displayName}
            onChoose={(person) => onChange({ key: borrower.key, ...NO_BORROWER, known: person })}
          />
          <div className="field-row">
            <TextField label="Email" {...field('email')} maxLength={254} />
            <TextField label="Phone" {...field('phone')} maxLength={40} />
          </div>
          <TextField label="Street and number" {...field('line1')} />
          <div className="field-row">
            <TextField label="City" {...field('city')} maxLength={100} />
            <TextField label="State" {...field('state')} hint="Two letters" />
            <TextField label="ZIP code" {...field('postalCode')} />
          </div>
        </>
      )}
      {onRemove && (
        <div className="filters">
          <Button onPress={onRemove}>Remove the co-borrower</Button>
        </div>
      )}
    </fieldset>
  );
}

interface KnownPersonsProps {
  readonly organizationId: string;
  readonly text: string;
  readonly onChoose: (person: { readonly id: string; readonly name: string }) => void;
}

/** Fewer letters would match nearly every name. */
const FEWEST_LETTERS = 3;

/** Persons of the lender with that name: a person is not entered twice. */
function KnownPersons({ organizationId, text, onChoose }: KnownPersonsProps) {
  const [isHidden, setHidden] = useState(false);
  const typed = useDebounced(text.trim());
  const isLongEnough = typed.length >= FEWEST_LETTERS && organizationId !== '';
  const { data } = useAnswer(
    'persons-by-name',
    BorrowersByNameDocument,
    { organizationId, text: typed },
    { enabled: isLongEnough, retry: false, gcTime: 0 },
  );
  const found = (isLongEnough ? (data?.persons.items ?? []) : []).map(({ id, displayName, accounts }) => {
    const loan = accounts?.items[0]?.externalContractNumber;
    // A loan distinguishes persons of the same name.
    return { id, name: loan ? `${displayName}, ${loan}` : displayName };
  });
  return (
    <div role="status" aria-label="Known persons">
      {found.length > 0 && !isHidden && (
        <div className="stack">
          <p className="quiet">The lender has already:</p>
          <div className="filters">
            {found.map(({ id, name }) => (
              <Button key={id} onPress={() => onChoose({ id, name })}>
                {name}
              </Button>
            ))}
            <Button look="plain" onPress={() => setHidden(true)}>
              It is a new person
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
