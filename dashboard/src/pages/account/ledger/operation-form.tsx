import { useState } from 'react';
import type { AccountPageQuery } from '../../../generated/graphql';
import { GraphProblem } from '../../../graph/problem';
import type { LoanOperation } from '../../../money/loan-request';
import { operationName } from '../../../money/money-request';
import { SecondPersonNotice, useNeedsSecondPerson } from '../../../money/second-person';
import { useTyped } from '../../../session/typed-values';
import { Problem } from '../../../ui/action-problem-alert';
import { DialogFooter } from '../../../ui/dialog';
import { Form } from '../../../ui/form';
import { TextField } from '../../../ui/text-field';
import { limitedAct } from './limited-act';
import { OperationAmounts } from './operation-amounts';
import type { OfferedOperation } from './operations';
import { PreviewedOperation } from './previewed-operation';
import { operationOf, previewInput, type TypedOperation, typedBefore } from './typed-operation';

interface OperationFormProps {
  readonly account: AccountPageQuery['account'];
  readonly operation: OfferedOperation;
  /** What was sent before and refused. */
  readonly sentBefore: LoanOperation | undefined;
  readonly isSending: boolean;
  /** The server's refusal, which may be about a field. */
  readonly error: unknown;
  readonly refusal: string | undefined;
  readonly onSubmit: (operation: LoanOperation) => void;
  readonly onCancel: () => void;
}

/** Amounts and a reason, with what would change; there is nothing to type for a disbursement or a closing. */
export function OperationForm(props: OperationFormProps) {
  const { account, operation, sentBefore, isSending, error, refusal, onSubmit, onCancel } = props;
  const { type, about, confirm, isDanger } = operation;
  const [typed, setTyped] = useTyped<TypedOperation>(operationName(type, account.id), typedBefore(sentBefore));
  const [isTried, setTried] = useState(false);
  const change = (changed: Partial<TypedOperation>) => setTyped({ ...typed, ...changed });
  const problemAt = (field: string) => (error instanceof GraphProblem ? error.about(field) : undefined);
  const isAtField = FIELDS.some((field) => problemAt(field) !== undefined);
  const hasReason = type !== 'disbursement' && type !== 'closing';
  const sent = operationOf(type, typed, account.contract.originalPrincipalCents ?? 0);
  const needsSecond = useNeedsSecondPerson({
    organizationId: account.organizationId,
    ...limitedAct(type, typed, account.payoff?.amountCents ?? account.currentBalanceCents),
    isAsked: true,
  });
  const submit = () => {
    setTried(true);
    if (sent !== undefined) onSubmit(sent);
  };
  return (
    <Form onSubmit={submit}>
      <p>{about}</p>
      <OperationAmounts type={type} typed={typed} isTried={isTried} problemAt={problemAt} onChange={change} />
      {hasReason && (
        <TextField
          label="Reason"
          value={typed.reason}
          onChange={(reason) => change({ reason })}
          hint="Shown in the history of the loan."
          autoFocus={type === 'charge_off' || type === 'charge_off_reversal'}
          maxLength={500}
          problem={isTried && typed.reason.trim() === '' ? 'Please enter the reason.' : problemAt('reason')}
        />
      )}
      <PreviewedOperation accountId={account.id} input={previewInput(type, typed)} />
      {needsSecond && <SecondPersonNotice />}
      <Problem>{isAtField ? undefined : refusal}</Problem>
      <DialogFooter
        look={isDanger ? 'danger' : 'primary'}
        onCancel={onCancel}
        isHeld={isSending}
        isDisabled={isSending}
      >
        {isSending ? 'Sending …' : needsSecond ? 'Send for approval' : confirm}
      </DialogFooter>
    </Form>
  );
}

/** The fields of the forms that the server may refuse, by their names in the API. */
const FIELDS = ['amountCents', 'principalCents', 'interestCents', 'feesCents', 'reason'];
