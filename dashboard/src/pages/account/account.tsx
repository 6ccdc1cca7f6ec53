import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { borrowerOf, numberOf, systemName } from '../../format/display-names';
import { statusText } from '../../format/statuses';
import { AccountPageDocument, type AccountPageQuery } from '../../generated/graphql';
import { whyMissing } from '../../graph/missing-parts';
import { useParts } from '../../graph/use-answer';
import { TimeZoneOf } from '../../lender/page-time-zone';
import { useHasRoleAt } from '../../session/operator';
import { useTyped } from '../../session/typed-values';
import { Button } from '../../ui/button';
import { Card, Page } from '../../ui/page';
import { Status } from '../../ui/status';
import { UnreadPage } from '../../ui/unread-page';
import { PendingApprovals } from '../approvals/pending-approvals';
import { ContractFacts, Owed } from './account-facts';
import { useAskedAct } from './asked-act';
import { AutopayOfAccount } from './autopay/autopay-of-account';
import { BorrowerFacts } from './borrower-facts';
import { CollectionOfAccount } from './collection/collection-of-account';
import { FlagMarks } from './flags/flag-marks';
import { FlagsOfAccount } from './flags/flags-of-account';
import { LedgerOperations } from './ledger/ledger-operations';
import { Schedule } from './ledger/schedule';
import { NotesOfAccount } from './notes-of-account';
import { OneTimeCharge } from './one-time/one-time-charge';
import { PayoffOn } from './payoff-amount-on-day';
import { RecordPayment } from './record-payment';
import { Timeline } from './timeline';
import { Transactions } from './transactions';

type Account = AccountPageQuery['account'];

export function AccountView() {
  const { id } = useParams({ from: '/accounts/$id' });
  const [isRecording, setRecording] = useTyped(`recording:${id}`, false);
  const [isCharging, setCharging] = useState(false);
  const mayRecordAt = useHasRoleAt('agent');
  const mayChargeAt = useHasRoleAt('supervisor');
  const { data, error, refetch } = useParts('account', AccountPageDocument, { id }, { isLive: true });
  useAskedAct(data !== undefined, () => setRecording(mayRecord && data?.data.account.acceptsPayments === true));
  if (data === undefined) return <UnreadPage title="Loan" error={error} refetch={refetch} />;
  const { account } = data.data;
  const mayRecord = mayRecordAt(account.organizationId);
  const amounts = {
    pastDueCents: account.pastDueCents,
    nextDueCents: account.nextDueCents,
    payoffCents: account.payoff?.amountCents,
  };
  const why = (part: keyof Account) => whyMissing(data.missing, 'account', part);
  const numbers = [
    numberOf(account),
    why('organization') ? 'lender not read' : account.organization?.displayName,
    systemName(account.loanSystemCode),
  ];
  return (
    <TimeZoneOf organizationId={account.organizationId}>
      <Page
        title={borrowerOf(account)}
        about={
          <>
            <Status kind="account" status={account.statusCode} />
            <FlagMarks flags={account.flags ?? []} /> · {numbers.filter(Boolean).join(' · ')}
          </>
        }
        actions={
          mayRecord &&
          (why('acceptsPayments') ? (
            <span className="quiet">Whether it takes payments could not be read</span>
          ) : account.acceptsPayments ? (
            <>
              {mayChargeAt(account.organizationId) && (
                <Button onPress={() => setCharging(true)}>One-time charge</Button>
              )}
              <Button look="primary" onPress={() => setRecording(true)}>
                Record a payment
              </Button>
            </>
          ) : (
            <span className="quiet">
              Takes no payments{account.notPayableReason && `: ${statusText(account.notPayableReason).toLowerCase()}`}
            </span>
          ))
        }
      >
        <PendingApprovals requests={account.pendingApprovalRequests ?? []} problem={why('pendingApprovalRequests')} />
        <Owed account={account} why={why} />
        <div className="columns">
          <div className="stack">
            <History account={account} />
            <ContractFacts account={account} why={why} />
            <LedgerOperations account={account} />
          </div>
          <div className="stack">
            <div id="payoff" tabIndex={-1}>
              <PayoffOn
                id={id}
                organizationId={account.organizationId}
                isPayable={account.acceptsPayments === true || why('acceptsPayments') !== undefined}
              />
            </div>
            <CollectionOfAccount
              key={`collection ${id}`}
              id={id}
              organizationId={account.organizationId}
              collection={account.collection}
              problem={why('collection')}
            />
            <FlagsOfAccount
              key={`flags ${id}`}
              id={id}
              organizationId={account.organizationId}
              flags={account.flags ?? []}
              stops={account.stoppedByFlags ?? []}
              problem={why('flags') ?? why('stoppedByFlags')}
            />
            <NotesOfAccount
              key={id}
              id={id}
              organizationId={account.organizationId}
              notes={account.notes ?? []}
              problem={why('notes')}
            />
            <div id="autopay" tabIndex={-1}>
              <AutopayOfAccount
                account={account}
                schedules={account.autopaySchedules ?? []}
                problem={why('autopaySchedules')}
              />
            </div>
            <BorrowerFacts
              key={`borrower ${account.primaryBorrower?.id}`}
              account={account}
              problem={why('primaryBorrower')}
            />
          </div>
        </div>
        <RecordPayment
          key={id}
          accountId={id}
          borrower={borrowerOf(account)}
          amounts={amounts}
          isOpen={isRecording}
          onClose={() => setRecording(false)}
        />
        {isCharging && (
          <OneTimeCharge
            account={account}
            schedules={account.autopaySchedules ?? []}
            amounts={amounts}
            onClose={() => setCharging(false)}
          />
        )}
      </Page>
    </TimeZoneOf>
  );
}

const TABS = [
  { tab: '', title: 'Timeline', link: 'Timeline' },
  { tab: 'transactions', title: 'Transactions', link: 'Transactions and their allocation' },
  { tab: 'schedule', title: 'Schedule of installments', link: 'Schedule' },
] as const;

/** The timeline, the loan’s transactions with the allocation of each payment, or its installments. */
function History({ account: { id, organizationId, ledger, statusCode } }: { readonly account: Account }) {
  const mayReadLog = useHasRoleAt('admin')(organizationId);
  const { tab } = useSearch({ from: '/accounts/$id' });
  const shown = TABS.find((each) => each.tab === tab) ?? TABS[0];
  const others = TABS.filter((each) => each !== shown && (each.tab !== 'schedule' || ledger));
  return (
    <Card
      title={shown.title}
      aside={
        <span className="links">
          {others.map((each) => (
            <Link key={each.tab} to="." search={(before) => ({ ...before, tab: each.tab })} replace>
              {each.link}
            </Link>
          ))}
          {mayReadLog && (
            <Link to="/admin/audit" search={{ loan: id, of: organizationId }}>
              Audit log
            </Link>
          )}
        </span>
      }
    >
      {shown.tab === '' && <Timeline id={id} />}
      {shown.tab === 'transactions' && <Transactions id={id} />}
      {shown.tab === 'schedule' && <Schedule id={id} status={statusCode} />}
    </Card>
  );
}
