import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { day } from '../../format/dates';
import { numberOf } from '../../format/display-names';
import { dollars } from '../../format/money';
import { methodName } from '../../format/payment-method-names-and-receipt-sums';
import {
  OnePaymentDocument,
  type OnePaymentQuery,
  type ReversePaymentInput,
  TakePaymentBackDocument,
} from '../../generated/graphql';
import { GraphProblem } from '../../graph/problem';
import { request } from '../../graph/request';
import { TimeZoneOf } from '../../lender/page-time-zone';
import { useKeyedMutation } from '../../money/idempotency-keyed-mutation';
import { UnknownOutcome } from '../../money/unknown-outcome';
import { useHasRole } from '../../session/operator';
import { Problem } from '../../ui/action-problem-alert';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Facts } from '../../ui/facts';
import { Instant } from '../../ui/instant';
import { LoanLink } from '../../ui/loan-link';
import { Card, Page } from '../../ui/page';
import { RowLink } from '../../ui/row-link';
import { Status } from '../../ui/status';
import { TextField } from '../../ui/text-field';
import { UnreadPage } from '../../ui/unread-page';
import { paymentAddress } from './payment-columns';
import { PossibleDuplicate } from './possible-duplicate';

type OnePayment = OnePaymentQuery['payment'];
const UNSETTLED = ['pending', 'pending_confirmation', 'reversal_pending'];
const REFRESH_MS = 3_000;

export function PaymentView() {
  const { id } = useParams({ from: '/payments/$id' });
  const [isReversing, setReversing] = useState(false);
  const mayReverse = useHasRole('operator');
  const { data, error, refetch } = useQuery({
    queryKey: ['payment', id],
    queryFn: ({ signal }) => request(OnePaymentDocument, { id }, signal),
    refetchInterval: ({ state }) => (UNSETTLED.includes(state.data?.payment.status ?? '') ? REFRESH_MS : false),
  });
  if (error || data === undefined) return <UnreadPage title="Payment" error={error} refetch={refetch} />;
  const { payment } = data;
  return (
    <TimeZoneOf organizationId={payment.organizationId}>
      <Page
        title={dollars(payment.amountCents)}
        about={
          <>
            <span role="status">
              <Status kind="payment" status={payment.status} />
            </span>
            {payment.possibleDuplicateOf && <PossibleDuplicate of={payment.possibleDuplicateOf} />}
          </>
        }
        actions={
          mayReverse &&
          payment.status === 'posted' && (
            <Button look="danger" onPress={() => setReversing(true)}>
              Reverse payment
            </Button>
          )
        }
      >
        <Card title="Payment">
          <PaymentFacts payment={payment} />
        </Card>
        {payment.reversal && (
          <Card title="Reversal">
            <Facts
              facts={[
                ['When', payment.reversal.reversedAt && <Instant key="when" at={payment.reversal.reversedAt} />],
                ['By', payment.reversal.reversedBy],
                ['Reason', payment.reversal.reason],
                ['Returned by bank', payment.reversal.isNsf ? 'Yes' : 'No'],
                ['Reference', payment.reversal.referenceNumber],
              ]}
            />
          </Card>
        )}
        <Reversal key={payment.id} payment={payment} isOpen={isReversing} onClose={() => setReversing(false)} />
      </Page>
    </TimeZoneOf>
  );
}

function PaymentFacts({ payment }: { readonly payment: OnePayment }) {
  return (
    <Facts
      facts={[
        ['Borrower', <LoanLink key="loan" loan={payment.account} />],
        ['Loan', numberOf(payment.account)],
        ['Loan system', payment.account?.loanSystemCode],
        ['Method', methodName(payment.paymentMethod)],
        ['Check number', payment.checkNumber],
        ['Recorded', <Instant key="recorded" at={payment.createdAt} />],
        ['Recorded by', payment.recordedBy],
        ['Received on', day(payment.receivedOn)],
        ['Applied on', payment.effectiveDate && day(payment.effectiveDate)],
        ['Reference', payment.referenceNumber],
        ['External reference', payment.externalReference],
        ['Memo', payment.memo],
        [
          'Possible duplicate of',
          payment.possibleDuplicateOf && (
            <RowLink key="equal" to={paymentAddress({ id: payment.possibleDuplicateOf })}>
              <code>{payment.possibleDuplicateOf}</code>
            </RowLink>
          ),
        ],
        ['Payment id', <code key="id">{payment.id}</code>],
      ]}
    />
  );
}

interface ReversalProps {
  readonly payment: OnePayment;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function Reversal({ payment, isOpen, onClose }: ReversalProps) {
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const send = useCallback(
    async (key: string, input: ReversePaymentInput) => {
      await request(TakePaymentBackDocument, { id: payment.id, key, input });
      await queries.invalidateQueries();
      onClose();
    },
    [payment.id, queries, onClose],
  );
  const act = useKeyedMutation(`reverse:${payment.id}`, send);
  const { state } = act;
  const isSending = state.name === 'sending';
  const input = (isNsf: boolean) => ({ isNsf, ...(reason !== '' && { reason }) });
  return (
    <Dialog title={`Reverse ${dollars(payment.amountCents)}`} isOpen={isOpen} onClose={onClose} isHeld={isSending}>
      {state.name === 'unknown' ? (
        <UnknownOutcome what="The reversal" error={state.error} isAsking={false} onAsk={() => void act.askAgain()} />
      ) : (
        <div className="stack">
          <p>
            The loan’s balance returns to what it was without this payment. A check returned by the bank also adds the
            returned-payment fee of its terms.
          </p>
          <TextField label="Reason" value={reason} onChange={setReason} autoFocus />
          {state.name === 'refused' && (
            <Problem>{state.error instanceof GraphProblem ? state.error.message : 'It was refused.'}</Problem>
          )}
          <footer>
            <Button onPress={onClose} isDisabled={isSending}>
              Cancel
            </Button>
            <Button onPress={() => void act.submit(input(true))} isDisabled={isSending}>
              Returned by bank (NSF)
            </Button>
            <Button look="danger" onPress={() => void act.submit(input(false))} isDisabled={isSending}>
              Entered in error
            </Button>
          </footer>
        </div>
      )}
    </Dialog>
  );
}
