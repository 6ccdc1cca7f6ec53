import { borrowerOf } from '../../../format/display-names';
import type { AccountPageQuery } from '../../../generated/graphql';
import { approvalRequestOf } from '../../../money/approval-request-of-error';
import type { LoanOperation } from '../../../money/loan-request';
import { operationName } from '../../../money/money-request';
import { describe } from '../../../money/outcome-bar';
import { refusalText } from '../../../money/refusal-text';
import { SentForApproval } from '../../../money/second-person';
import { UnknownOutcome } from '../../../money/unknown-outcome';
import { useMoneyRequest } from '../../../money/use-sent-money';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { OperationForm } from './operation-form';
import type { OfferedOperation } from './operations';

interface OperationDialogProps {
  readonly account: AccountPageQuery['account'];
  readonly operation: OfferedOperation;
  readonly onClose: () => void;
}

/** One operation on a loan: its form, and what became of it. */
export function OperationDialog({ account, operation, onClose }: OperationDialogProps) {
  const { id: accountId, organizationId } = account;
  const { money, submit, askAgain, forget } = useMoneyRequest(operationName(operation.type, accountId));
  const state = money?.state;
  const isUnknown = state?.name === 'unknown' || (state?.name === 'sending' && money?.wasUnknown === true);
  const isHeld = state?.name === 'sending' && !isUnknown;
  const sentForApproval = state?.name === 'refused' ? approvalRequestOf(state.error) : undefined;
  const leave = () => {
    forget();
    onClose();
  };
  const send = (sent: LoanOperation) => submit({ kind: 'loan', organizationId, accountId, operation: sent });
  return (
    <Dialog title={`${operation.label}: ${borrowerOf(account)}`} isOpen onClose={leave} isHeld={isHeld}>
      {money && state?.name === 'done' ? (
        <Done what={describe(money.sent)} onDone={leave} />
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
        <OperationForm
          account={account}
          operation={operation}
          sentBefore={money?.sent.kind === 'loan' ? money.sent.operation : undefined}
          isSending={isHeld}
          error={state?.name === 'refused' ? state.error : undefined}
          refusal={money && refusalText(money)}
          onSubmit={send}
          onCancel={leave}
        />
      )}
    </Dialog>
  );
}

function Done({ what, onDone }: { readonly what: string; readonly onDone: () => void }) {
  return (
    <div className="stack">
      <p role="status">
        <strong>{what}</strong> was carried out. The loan shows it.
      </p>
      <footer>
        <Button look="primary" autoFocus onPress={onDone}>
          Done
        </Button>
      </footer>
    </div>
  );
}
