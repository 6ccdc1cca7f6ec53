import { useState } from 'react';
import type { BookLedgerLoanInput } from '../../../generated/graphql';
import { GraphProblem } from '../../../graph/problem';
import { useLender } from '../../../lender/chosen-lender';
import { useLenders } from '../../../lender/lenders';
import { SecondPersonNotice, useNeedsSecondPerson } from '../../../money/second-person';
import { useHasRoleAt } from '../../../session/operator';
import { useTyped } from '../../../session/typed-values';
import { Problem } from '../../../ui/action-problem-alert';
import { Button } from '../../../ui/button';
import { DialogFooter } from '../../../ui/dialog';
import { Form } from '../../../ui/form';
import { BorrowerFields } from './borrower-fields';
import { PreviewedLoan } from './previewed-loan';
import { TermFields } from './term-fields';
import { bookingOf, NO_BORROWER, previewInputOf, type TypedBorrower, type TypedLoan } from './typed-loan';

interface BookFormProps {
  readonly isSending: boolean;
  /** The server’s refusal, which may be about a field. */
  readonly error: unknown;
  readonly refusal: string | undefined;
  readonly onSubmit: (input: BookLedgerLoanInput) => void;
  readonly onCancel: () => void;
}

export function BookForm({ isSending, error, refusal, onSubmit, onCancel }: BookFormProps) {
  const chosen = useLender();
  const mayBookAt = useHasRoleAt('supervisor');
  const lenders = useLenders().lenders.filter(({ id }) => mayBookAt(id));
  const first = lenders.find(({ id }) => id === chosen) ?? (lenders.length === 1 ? lenders[0] : undefined);
  const [typed, setTyped] = useTyped<TypedLoan>('booking', nothingTyped(first?.id ?? '', first?.today ?? ''));
  const [borrowers, setBorrowers] = useState<readonly TypedBorrower[]>([{ key: 0, ...NO_BORROWER }]);
  const [isTried, setTried] = useState(false);
  const change = (changed: Partial<TypedLoan>) => setTyped({ ...typed, ...changed });
  const input = bookingOf(typed, borrowers);
  const problemAt = (field: string) => (error instanceof GraphProblem ? error.about(field) : undefined);
  const isAtField = FIELDS.some((field) => problemAt(field) !== undefined);
  const needsSecond = useNeedsSecondPerson({
    ...{ organizationId: typed.organizationId, act: 'booking' as const },
    ...{ amountCents: input?.originalPrincipalCents ?? 0, isAsked: typed.organizationId !== '' },
  });
  const nextKey = Math.max(...borrowers.map(({ key }) => key)) + 1;
  return (
    <Form
      onSubmit={() => {
        setTried(true);
        if (input !== undefined) onSubmit(input);
      }}
    >
      <TermFields {...{ typed, lenders, isTried, problemAt }} onChange={change} />
      {borrowers.map((borrower, index) => (
        <BorrowerFields
          key={borrower.key}
          title={index === 0 ? 'Borrower' : 'Co-borrower'}
          organizationId={typed.organizationId}
          borrower={borrower}
          isTried={isTried}
          problemAt={problemAt}
          onChange={(changed) => setBorrowers(borrowers.map((each) => (each === borrower ? changed : each)))}
          onRemove={index === 0 ? undefined : () => setBorrowers(borrowers.filter((each) => each !== borrower))}
        />
      ))}
      <div className="filters">
        <Button onPress={() => setBorrowers([...borrowers, { key: nextKey, ...NO_BORROWER }])}>
          Add a co-borrower
        </Button>
      </div>
      <PreviewedLoan input={previewInputOf(typed)} />
      {needsSecond && <SecondPersonNotice />}
      <Problem>{isAtField ? undefined : refusal}</Problem>
      <DialogFooter onCancel={onCancel} isHeld={isSending} isDisabled={isSending}>
        {isSending ? 'Booking …' : needsSecond ? 'Send for approval' : 'Book the loan'}
      </DialogFooter>
    </Form>
  );
}

function nothingTyped(organizationId: string, today: string): TypedLoan {
  return {
    ...{ organizationId, originatedOn: today },
    ...{ loanNumber: '', productId: '', amount: '', rate: '', months: '', firstDueOn: '', installment: '' },
  };
}

/** The fields of the form that the server may refuse, by their names in the API. */
const FIELDS = [
  ...['loanNumber', 'productId', 'originalPrincipalCents', 'annualRate', 'termMonths', 'originatedOn', 'firstDueOn'],
  ...['scheduledPaymentCents', 'displayName', 'email', 'phone', 'line1', 'city', 'state', 'postalCode'],
];
