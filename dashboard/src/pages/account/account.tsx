import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountPageDocument, AccountPaymentsDocument, AccountTransactionsDocument } from '../../generated/graphql';
import { ask } from '../../graph/ask';
import { usePaged } from '../../graph/pages';
import { useMay } from '../../session/session-gate';
import { Button } from '../../ui/button';
import { DataTable } from '../../ui/data-table';
import { Card, Page } from '../../ui/page';
import { Empty, Failed } from '../../ui/states';
import { Status } from '../../ui/status';
import { borrowerOf, numberOf } from '../../words/names';
import { worded } from '../../words/statuses';
import { PAYMENT_COLUMNS_OF_A_LOAN, paymentAddress } from '../payments/payment-columns';
import { BorrowerFacts, ContractFacts, Owed } from './account-facts';
import { AutopayOfAccount } from './autopay-of-account';
import { PayoffOn } from './payoff-on';
import { RecordPayment } from './record-payment';
import { TRANSACTION_COLUMNS } from './transaction-columns';

const REFRESH_MS = 10_000;

export function AccountView() {
  const { id } = useParams({ from: '/accounts/$id' });
  const [isRecording, setRecording] = useState(false);
  const mayRecord = useMay('operator');
  const { data, error, refetch } = useQuery({
    queryKey: ['account', id],
    queryFn: ({ signal }) => ask(AccountPageDocument, { id }, signal),
    refetchInterval: REFRESH_MS,
  });
  if (error) return <Failed error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Page title="Loan">{null}</Page>;
  const { account } = data;
  const numbers = [numberOf(account), account.organization?.displayName, account.loanSystemCode];
  return (
    <Page
      title={borrowerOf(account)}
      about={
        <>
          <Status kind="account" status={account.statusCode} /> · {numbers.filter(Boolean).join(' · ')}
        </>
      }
      actions={
        mayRecord &&
        (account.acceptsPayments ? (
          <Button look="primary" onPress={() => setRecording(true)}>
            Record a payment
          </Button>
        ) : (
          <span className="quiet">
            Takes no payments{account.notPayableReason && `: ${worded(account.notPayableReason).toLowerCase()}`}
          </span>
        ))
      }
    >
      <Owed account={account} />
      <div className="columns">
        <div className="stack">
          <PaymentsOfAccount id={id} />
          <TransactionsOfAccount id={id} />
        </div>
        <div className="stack">
          <PayoffOn id={id} isPayable={account.acceptsPayments === true} />
          <AutopayOfAccount schedules={account.autopaySchedules ?? []} />
          <BorrowerFacts account={account} />
          <ContractFacts account={account} />
        </div>
      </div>
      <RecordPayment
        key={id}
        accountId={id}
        borrower={borrowerOf(account)}
        isOpen={isRecording}
        onClose={() => setRecording(false)}
      />
    </Page>
  );
}

function PaymentsOfAccount({ id }: { readonly id: string }) {
  const list = usePaged({
    key: ['account-payments', id],
    read: async (cursor, signal) => (await ask(AccountPaymentsDocument, { id, cursor }, signal)).payments,
    refreshMs: REFRESH_MS,
  });
  return (
    <Card title="Payments recorded here">
      {list.error ? (
        <Failed error={list.error} retry={list.retry} />
      ) : list.rows.length === 0 && !list.isLoading ? (
        <Empty title="None yet">What came in by other ways is among the transactions.</Empty>
      ) : (
        <DataTable
          label="Payments recorded here"
          columns={PAYMENT_COLUMNS_OF_A_LOAN}
          rows={list.rows}
          keyOf={(row) => row.id}
          opens={paymentAddress}
          isLoading={list.isLoading}
          more={list.more}
        />
      )}
    </Card>
  );
}

function TransactionsOfAccount({ id }: { readonly id: string }) {
  const list = usePaged({
    key: ['account-transactions', id],
    read: async (cursor, signal) => (await ask(AccountTransactionsDocument, { id, cursor }, signal)).transactions,
  });
  return (
    <Card title="Transactions">
      {list.error ? (
        <Failed error={list.error} retry={list.retry} />
      ) : list.rows.length === 0 && !list.isLoading ? (
        <Empty title="Nothing has happened on this loan yet" />
      ) : (
        <DataTable
          label="Transactions"
          columns={TRANSACTION_COLUMNS}
          rows={list.rows}
          keyOf={(row) => row.id}
          isLoading={list.isLoading}
          more={list.more}
        />
      )}
    </Card>
  );
}
