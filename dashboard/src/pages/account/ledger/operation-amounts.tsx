import { centsOf } from '../../../format/money';
import type { LedgerOperationType } from '../../../generated/graphql';
import { ChoiceFilter } from '../../../ui/choice-filter';
import { TextField } from '../../../ui/text-field';
import { adjustmentAmounts, signedCentsOf, type TypedOperation } from './typed-operation';

interface OperationAmountsProps {
  readonly type: LedgerOperationType;
  readonly typed: TypedOperation;
  /** Whether the form was submitted: then what is missing is marked. */
  readonly isTried: boolean;
  readonly problemAt: (field: string) => string | undefined;
  readonly onChange: (changed: Partial<TypedOperation>) => void;
}

const COMPONENTS = [
  { id: 'fees', text: 'Fees' },
  { id: 'interest', text: 'Interest' },
] as const;

/** The amounts of a waiver or an adjustment; the other operations have none. */
export function OperationAmounts(props: OperationAmountsProps) {
  if (props.type === 'waiver') return <WaivedAmount {...props} />;
  if (props.type === 'adjustment') return <AdjustedAmounts {...props} />;
  return null;
}

function WaivedAmount({ typed, isTried, problemAt, onChange }: OperationAmountsProps) {
  const isMissing = isTried && !centsOf(typed.amount);
  return (
    <>
      <ChoiceFilter
        label="Component"
        isRequired
        choices={COMPONENTS}
        chosen={typed.component}
        onChoose={(id) => onChange({ component: id === 'interest' ? 'interest' : 'fees' })}
      />
      <TextField
        label="Amount in dollars"
        value={typed.amount}
        onChange={(amount) => onChange({ amount })}
        inputMode="decimal"
        autoFocus
        problem={isMissing ? 'Please enter an amount, for example 25.00.' : problemAt('amountCents')}
      />
    </>
  );
}

const PARTS = [
  { part: 'principal', label: 'Principal in dollars', field: 'principalCents' },
  { part: 'interest', label: 'Interest in dollars', field: 'interestCents' },
  { part: 'fees', label: 'Fees in dollars', field: 'feesCents' },
] as const;

function AdjustedAmounts({ typed, isTried, problemAt, onChange }: OperationAmountsProps) {
  const problemOf = ({ part, field }: (typeof PARTS)[number]) => {
    if (!isTried) return problemAt(field);
    if (signedCentsOf(typed[part]) === undefined) return 'Please enter an amount, for example -12.50.';
    const isEmpty = part === 'principal' && PARTS.every((each) => signedCentsOf(typed[each.part]) === 0);
    return isEmpty && adjustmentAmounts(typed) === undefined ? 'Please enter at least one amount.' : problemAt(field);
  };
  return (
    <>
      <p className="quiet">A positive amount raises what is owed, a negative one lowers it.</p>
      <div className="field-row">
        {PARTS.map((each) => (
          <TextField
            key={each.part}
            label={each.label}
            value={typed[each.part]}
            onChange={(text) => onChange({ [each.part]: text })}
            autoFocus={each.part === 'principal'}
            problem={problemOf(each)}
          />
        ))}
      </div>
    </>
  );
}
