import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { day } from '../../format/dates';
import { numberOf } from '../../format/display-names';
import { brandName, METHOD_FIELDS } from '../../format/fields-of-payment-method';
import { dollars } from '../../format/money';
import { methodName } from '../../format/payment-method-names-and-receipt-sums';
import { OnePaymentDocument, type OnePaymentQuery } from '../../generated/graphql';
import { request } from '../../graph/request';
import { TimeZoneOf } from '../../lender/page-time-zone';
import { useHasRoleAt } from '../../session/operator';
import { Button } from '../../ui/button';
import { type Fact, Facts } from '../../ui/facts';
import { Instant } from '../../ui/instant';
import { LoanLink } from '../../ui/loan-link';
import { Card, Page } from '../../ui/page';
import { RowLink } from '../../ui/row-link';
import { Status } from '../../ui/status';
import { UnreadPage } from '../../ui/unread-page';
import { PendingApprovals } from '../approvals/pending-approvals';
import { paymentAddress } from './payment-columns';
import { PossibleDuplicate } from './possible-duplicate';
import { ReversePayment } from './reverse-payment';
import { untilSettled } from './unsettled-payment';

type OnePayment = OnePaymentQuery['payment'];

export function PaymentView() {
  const { id } = useParams({ from: '/payments/$id' });
  const [isReversing, setReversing] = useState(false);
  const mayReverseAt = useHasRoleAt('agent');
  const { data, error, refetch } = useQuery({
    queryKey: ['payment', id],
    queryFn: ({ signal }) => request(OnePaymentDocument, { id }, signal),
    refetchInterval: ({ state }) => untilSettled(state.data?.payment.status),
  });
  if (data === undefined) return <UnreadPage title="Payment" error={error} refetch={refetch} />;
  const { payment } = data;
  const mayReverse = mayReverseAt(payment.organizationId);
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
        <PendingApprovals
          requests={(payment.account?.pendingApprovalRequests ?? []).filter(({ paymentId }) => paymentId === id)}
        />
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
        <ReversePayment key={payment.id} payment={payment} isOpen={isReversing} onClose={() => setReversing(false)} />
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
        ...numberOrBrand(payment),
        ['Recorded', <Instant key="recorded" at={payment.createdAt} />],
        ['Recorded by', payment.recordedBy],
        ['Received on', day(payment.receivedOn)],
        ['Effective date', payment.effectiveDate && day(payment.effectiveDate)],
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
        ['Payment ID', <code key="id">{payment.id}</code>],
      ]}
    />
  );
}

/** The number or the brand that the payment's method has. */
function numberOrBrand({ paymentMethod, checkNumber, cardBrand }: OnePayment): readonly Fact[] {
  const field = METHOD_FIELDS[paymentMethod];
  if (field?.kind === 'brand') return [['Card', cardBrand && brandName(cardBrand)]];
  return field === undefined ? [] : [[field.label, checkNumber]];
}
