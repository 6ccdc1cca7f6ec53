import { ChoiceFilter } from '../../ui/choice-filter';
import { TextField } from '../../ui/text-field';
import { type TypedTerm, type TypedTerms, termProblems } from './product-draft';
import { ACCRUALS, ALLOCATION_ORDERS, DAY_COUNTS, PAYOFF_RULES } from './product-terms';

interface TermFieldsProps {
  readonly typed: TypedTerms;
  readonly isTried: boolean;
  readonly onChange: (changed: Partial<TypedTerms>) => void;
}

const LABELS: Readonly<Record<TypedTerm, string>> = {
  lateFee: 'Late fee in dollars',
  graceDays: 'Grace days',
  returnedFee: 'Returned payment fee in dollars',
  chargeOffDays: 'Automatic charge-off at days past due',
  tolerance: 'Past due tolerance in dollars',
};

const HINTS: Partial<Readonly<Record<TypedTerm, string>>> = {
  lateFee: 'Once per unpaid installment. 0.00: none.',
  graceDays: 'After the due date',
  returnedFee: '0.00: none',
  chargeOffDays: 'Empty: never automatically',
  tolerance: 'A shortfall up to this is not past due.',
};

/** The fields of a product's terms. */
export function TermFields({ typed, isTried, onChange }: TermFieldsProps) {
  const problems = isTried ? termProblems(typed) : {};
  const field = (name: TypedTerm) => (
    <TextField
      label={LABELS[name]}
      value={typed[name]}
      onChange={(text) => onChange({ [name]: text })}
      inputMode={name === 'graceDays' || name === 'chargeOffDays' ? 'numeric' : 'decimal'}
      maxLength={12}
      problem={problems[name]}
      {...(HINTS[name] !== undefined && { hint: HINTS[name] })}
    />
  );
  return (
    <>
      {choice('Day count', DAY_COUNTS, typed.dayCount, (dayCount) => onChange({ dayCount }))}
      {choice('Payment allocation', ALLOCATION_ORDERS, typed.applicationOrder, (applicationOrder) =>
        onChange({ applicationOrder }),
      )}
      {choice('Interest on a payment', ACCRUALS, typed.accrueTo, (accrueTo) => onChange({ accrueTo }))}
      {choice('Interest on a payoff', PAYOFF_RULES, typed.payoffRule, (payoffRule) => onChange({ payoffRule }))}
      <div className="field-row">
        {field('lateFee')}
        {field('graceDays')}
      </div>
      <div className="field-row">
        {field('returnedFee')}
        {field('tolerance')}
      </div>
      {field('chargeOffDays')}
    </>
  );
}

function choice<Id extends string>(
  label: string,
  names: Readonly<Record<Id, string>>,
  chosen: Id,
  onChoose: (id: Id) => void,
) {
  const ids = Object.keys(names) as Id[];
  return (
    <ChoiceFilter
      label={label}
      isRequired
      choices={ids.map((id) => ({ id, text: names[id] }))}
      chosen={chosen}
      onChoose={(picked) => {
        const id = ids.find((each) => each === picked);
        if (id !== undefined) onChoose(id);
      }}
    />
  );
}
