import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { approvalRequestOf } from '../../../money/approval-request-of-error';
import { bookingName } from '../../../money/money-request';
import { submitMoney } from '../../../money/money-requests';
import { describe } from '../../../money/outcome-bar';
import { refusalText } from '../../../money/refusal-text';
import { SentForApproval } from '../../../money/second-person';
import { UnknownOutcome } from '../../../money/unknown-outcome';
import { useMoneyRequest } from '../../../money/use-sent-money';
import { useHasRole, useOperator } from '../../../session/operator';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { BookForm } from './book-form';

/** Opens the form, for operators who may book at one of their lenders. */
export function BookLoanButton() {
  const mayBook = useHasRole('supervisor');
  const [isOpen, setOpen] = useState(false);
  if (!mayBook) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>Book a loan</Button>
      {isOpen && <BookLoan onClose={() => setOpen(false)} />}
    </>
  );
}

/** Books a loan in a lender’s ledger, and shows what became of it. */
function BookLoan({ onClose }: { readonly onClose: () => void }) {
  const { subject } = useOperator();
  /** The lender and the loan number that were sent, by which the booking is known. */
  const [{ organizationId, number }, setBooked] = useState({ organizationId: '', number: '' });
  const { money, askAgain, forget } = useMoneyRequest(bookingName(organizationId, number));
  const state = money?.state;
  const isUnknown = state?.name === 'unknown' || (state?.name === 'sending' && money?.wasUnknown === true);
  const isHeld = state?.name === 'sending' && !isUnknown;
  const sentForApproval = state?.name === 'refused' ? approvalRequestOf(state.error) : undefined;
  const leave = () => {
    forget();
    onClose();
  };
  return (
    <Dialog title="Book a loan" isOpen onClose={leave} isHeld={isHeld}>
      {state?.name === 'done' && state.result.kind === 'loan' ? (
        <Booked number={number} accountId={state.result.accountId} onLeave={leave} />
      ) : money && isUnknown ? (
        <UnknownOutcome
          what={describe(money.sent)}
          error={state?.name === 'unknown' ? state.error : undefined}
          isAsking={state?.name === 'sending'}
          onAsk={askAgain}
        />
      ) : sentForApproval !== undefined ? (
        <SentForApproval id={sentForApproval} onClose={leave} />
      ) : (
        <BookForm
          isSending={isHeld}
          error={state?.name === 'refused' ? state.error : undefined}
          refusal={money && refusalText(money)}
          onSubmit={(input) => {
            const lender = String(input.organizationId);
            setBooked({ organizationId: lender, number: input.loanNumber });
            void submitMoney(subject, { kind: 'book', organizationId: lender, input });
          }}
          onCancel={leave}
        />
      )}
    </Dialog>
  );
}

interface BookedProps {
  readonly number: string;
  readonly accountId: string;
  readonly onLeave: () => void;
}

function Booked({ number, accountId, onLeave }: BookedProps) {
  return (
    <div className="stack">
      <p role="status">
        Loan <strong>{number}</strong> was booked. It is pending: nothing is owed until it is disbursed.
      </p>
      <Link to="/accounts/$id" params={{ id: accountId }} onClick={onLeave}>
        Open the loan
      </Link>
      <footer>
        <Button look="primary" autoFocus onPress={onLeave}>
          Done
        </Button>
      </footer>
    </div>
  );
}
