import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TodayQuery } from '../../generated/graphql';
import { LoanLink } from '../../ui/loan-link';
import { Card } from '../../ui/page';
import { Empty } from '../../ui/states';
import { ago, shortDay } from '../../words/dates';
import { dollars } from '../../words/money';
import { worded } from '../../words/statuses';

interface Matter {
  readonly id: string;
  readonly what: string;
  readonly loan: Parameters<typeof LoanLink>[0]['loan'];
  readonly detail: string;
  readonly tone: 'waiting' | 'bad';
  readonly open: ReactNode;
}

const MOST = 12;

/** What to look at first: what only a person can decide, then money whose fate is open, then charges that failed. */
export function Attention({ data }: { readonly data: TodayQuery | undefined }) {
  if (data === undefined) return null;
  const matters = mattersOf(data);
  return (
    <Card title="Needs attention">
      {matters.length === 0 ? (
        <Empty title="Nothing needs attention">Exceptions, unconfirmed payments and failed charges appear here.</Empty>
      ) : (
        <ul className="matters">
          {matters.slice(0, MOST).map(({ id, what, loan, detail, tone, open }) => (
            <li key={id}>
              <span className="status" data-tone={tone}>
                {what}
              </span>
              <LoanLink loan={loan} />
              <span className="quiet">{detail}</span>
              {open}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function mattersOf({ operatorExceptions, unconfirmed, failed, retrying }: TodayQuery): readonly Matter[] {
  return [
    ...operatorExceptions.items.map(({ id, kind, createdAt, account }) => ({
      ...{ id, what: worded(kind), loan: account, detail: ago(createdAt), tone: 'bad' as const },
      open: <Link to="/exceptions">Resolve</Link>,
    })),
    ...unconfirmed.items.map(({ id, amountCents, createdAt, account }) => ({
      ...{ id, what: `${dollars(amountCents)} unconfirmed`, loan: account, tone: 'waiting' as const },
      detail: `${account?.loanSystemCode ?? ''} · ${ago(createdAt)}`,
      open: (
        <Link to="/payments/$id" params={{ id }}>
          Look
        </Link>
      ),
    })),
    ...[...failed.items, ...retrying.items].map(({ id, amountCents, failureCode, nextTryOn, dueOn, account }) => ({
      ...{ id, loan: account, tone: nextTryOn ? ('waiting' as const) : ('bad' as const) },
      what: `Autopay of ${amountCents === null ? shortDay(dueOn) : dollars(amountCents)} ${nextTryOn ? 'declined' : 'failed'}`,
      detail: [
        failureCode && worded(failureCode),
        nextTryOn ? `again on ${shortDay(nextTryOn)}` : `due ${shortDay(dueOn)}`,
      ]
        .filter(Boolean)
        .join(' · '),
      open: (
        <Link to="/autopay" search={{ status: nextTryOn ? 'retrying' : 'failed' }}>
          Look
        </Link>
      ),
    })),
  ];
}
