import { centsOf } from '../../../format/money';
import { BookableProductsDocument } from '../../../generated/graphql';
import { useAnswer } from '../../../graph/use-answer';
import type { Lender } from '../../../lender/lenders';
import { ChoiceFilter } from '../../../ui/choice-filter';
import { TextField } from '../../../ui/text-field';
import { DayOfPlan } from '../../account/autopay/day-of-plan';
import { monthsOf, type TypedLoan } from './typed-loan';

interface TermFieldsProps {
  readonly typed: TypedLoan;
  /** The lenders at which the operator may book. */
  readonly lenders: readonly Lender[];
  readonly isTried: boolean;
  readonly problemAt: (field: string) => string | undefined;
  readonly onChange: (changed: Partial<TypedLoan>) => void;
}

/** The lender, the loan number and the terms. */
export function TermFields({ typed, lenders, isTried, problemAt, onChange }: TermFieldsProps) {
  const { organizationId, loanNumber, productId, amount, rate, months, originatedOn, firstDueOn, installment } = typed;
  const { data } = useAnswer(
    'bookable-products',
    BookableProductsDocument,
    { organizationId },
    { enabled: organizationId !== '' },
  );
  const products = (data?.ledgerProducts.items ?? []).filter(({ isActive }) => isActive);
  const missing = (isMissing: boolean, text: string, field: string) => (isTried && isMissing ? text : problemAt(field));
  return (
    <>
      <ChoiceFilter
        label="Lender"
        isRequired
        choices={lenders.map(({ id, displayName }) => ({ id, text: displayName }))}
        chosen={organizationId}
        onChoose={(id) =>
          onChange({
            ...{ organizationId: id, productId: '' },
            originatedOn: lenders.find((each) => each.id === id)?.today ?? originatedOn,
          })
        }
        problem={isTried && organizationId === '' ? 'Please choose the lender.' : undefined}
      />
      <TextField
        label="Loan number"
        value={loanNumber}
        onChange={(text) => onChange({ loanNumber: text })}
        maxLength={64}
        autoFocus
        problem={missing(loanNumber.trim() === '', 'Please enter the lender’s number of the loan.', 'loanNumber')}
      />
      <ChoiceFilter
        label="Product"
        isRequired
        choices={[
          { id: BUILT_IN, text: 'Built-in terms' },
          ...products.map(({ id, code, name }) => ({ id, text: `${code}: ${name}` })),
        ]}
        chosen={productId === '' ? BUILT_IN : productId}
        onChoose={(id) => onChange({ productId: id === BUILT_IN ? '' : id })}
        problem={problemAt('productId')}
      />
      {productId !== '' && (
        // In a tab of its own: what is typed here stays.
        <a href={`/products/${productId}`} target="_blank" rel="noreferrer">
          Terms of this product
        </a>
      )}
      <div className="field-row">
        <TextField
          label="Amount in dollars"
          value={amount}
          onChange={(text) => onChange({ amount: text })}
          inputMode="decimal"
          problem={missing(!centsOf(amount), 'Please enter an amount.', 'originalPrincipalCents')}
        />
        <TextField
          label="Annual rate in percent"
          value={rate}
          onChange={(text) => onChange({ rate: text })}
          inputMode="decimal"
          problem={missing(rate.trim() === '', 'Please enter the rate, for example 18.25.', 'annualRate')}
        />
        <TextField
          label="Term in months"
          value={months}
          onChange={(text) => onChange({ months: text })}
          inputMode="numeric"
          problem={missing(!monthsOf(months), 'Please enter 1 to 480.', 'termMonths')}
        />
      </div>
      <div className="field-row">
        <DayOfPlan
          label="Made on"
          value={originatedOn}
          min={undefined}
          onChange={(on) => onChange({ originatedOn: on })}
          problem={missing(originatedOn === '', 'Please choose a day.', 'originatedOn')}
        />
        <DayOfPlan
          label="First due on"
          value={firstDueOn}
          min={originatedOn}
          onChange={(on) => onChange({ firstDueOn: on })}
          problem={missing(firstDueOn === '', 'Please choose a day.', 'firstDueOn')}
        />
        <TextField
          label="Installment (optional)"
          value={installment}
          onChange={(text) => onChange({ installment: text })}
          inputMode="decimal"
          problem={missing(
            installment.trim() !== '' && !centsOf(installment),
            'Please enter an amount.',
            'scheduledPaymentCents',
          )}
        />
      </div>
    </>
  );
}

const BUILT_IN = 'built-in';
