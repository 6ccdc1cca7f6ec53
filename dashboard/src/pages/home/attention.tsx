import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { actName } from '../../format/approvals';
import { ago, shortDay } from '../../format/dates';
import { systemName } from '../../format/display-names';
import { exceptionName, isDifference } from '../../format/exceptions';
import { count, dollars } from '../../format/money';
import { statusText } from '../../format/statuses';
import type { MattersQuery, TodayQuery } from '../../generated/graphql';
import { type MissingPart, whyMissing } from '../../graph/missing-parts';
import type { Roots } from '../../graph/request';
import { useCoveredLenders } from '../../lender/lenders';
import { Empty, Failed, Skeleton } from '../../ui/empty-failed-and-loading-states';
import { LoanLink } from '../../ui/loan-link';
import { Mark } from '../../ui/mark';
import { NotRead } from '../../ui/not-read';
import { Card } from '../../ui/page';
import { healthOf } from '../loan-systems/health';

interface Matter {
  readonly id: string;
  readonly what: string;
  readonly about: ReactNode;
  readonly detail: string;
  readonly tone: 'waiting' | 'bad';
  readonly open: ReactNode;
}

interface AttentionProps {
  readonly data: Roots<MattersQuery> | undefined;
  /** What is missing of it. */
  readonly missing: readonly MissingPart[];
  readonly systems: TodayQuery['loanSystems'] | null | undefined;
  readonly whyNoSystems: unknown;
  /** Why nothing of it was read. */
  readonly error: unknown;
  readonly retry: () => void;
}

const MOST = 14;

/** What to handle first: decisions, then money with an unknown outcome, then systems and failed charges. */
export function Attention({ data, missing, systems, whyNoSystems, error, retry }: AttentionProps) {
  const covered = useCoveredLenders();
  if (error) {
    return (
      <Card title="Needs attention">
        <Failed error={error} retry={retry} />
      </Card>
    );
  }
  if (data === undefined || (systems === undefined && !whyNoSystems)) {
    return (
      <Card title="Needs attention">
        <Skeleton />
      </Card>
    );
  }
  const own = (systems ?? []).filter(
    ({ organizationId }) => !organizationId || covered.some(({ id }) => id === organizationId),
  );
  const matters = [...mattersOfSystems(own), ...mattersOf(data)];
  const unread = [
    ...PARTS.flatMap(([name, what]) => (data[name] === null ? [{ what, why: whyMissing(missing, name) }] : [])),
    ...(whyNoSystems ? [{ what: 'The loan systems', why: whyNoSystems }] : []),
  ];
  return (
    <Card title="Needs attention" aside={<Waiting count={data.openApprovalRequestCount} />}>
      {unread.map(({ what, why }) => (
        <NotRead key={what} what={what} problem={why} />
      ))}
      {matters.length === 0 && unread.length > 0 ? null : matters.length === 0 ? (
        <Empty title="Nothing needs attention">
          Approvals, exceptions, unconfirmed payments, failed charges and loan systems that are behind appear here.
        </Empty>
      ) : (
        <ul className="matters">
          {matters.slice(0, MOST).map(({ id, what, about, detail, tone, open }) => (
            <li key={id}>
              <Mark tone={tone}>{what}</Mark>
              <span>{about}</span>
              <span className="quiet">{detail}</span>
              {open}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** How many acts wait for a second person, also those that the list below does not show. */
function Waiting({ count: waiting }: { readonly count: number | null }) {
  if (!waiting) return null;
  return (
    <Link to="/approvals" search={{ status: 'open' }}>
      {count(waiting)} to approve
    </Link>
  );
}

const PARTS = [
  ['approvalRequests', 'Approvals'],
  ['operatorExceptions', 'Exceptions'],
  ['unconfirmed', 'Unconfirmed payments'],
  ['runs', 'Failed charges'],
] as const;

function mattersOfSystems(systems: TodayQuery['loanSystems']): readonly Matter[] {
  return systems.flatMap((system) => {
    const { text, tone } = healthOf(system);
    if (tone !== 'bad' && tone !== 'waiting') return [];
    const { syncedThrough, loansFailed } = system.sync ?? {};
    const detail = [
      syncedThrough && `synced up to ${ago(syncedThrough)}`,
      loansFailed ? `${count(loansFailed)} loans could not be read` : undefined,
    ];
    return {
      ...{ id: system.code, what: text, about: systemName(system.code), tone },
      detail: detail.filter(Boolean).join(' · '),
      open: <Link to="/loan-systems">Open</Link>,
    };
  });
}

function mattersOf({
  approvalRequests,
  operatorExceptions,
  unconfirmed,
  runs,
}: Roots<MattersQuery>): readonly Matter[] {
  return [
    ...(approvalRequests?.items ?? []).map(({ id, act, amountCents, askedAt, account }) => ({
      ...{ id, detail: ago(askedAt), tone: 'waiting' as const },
      what: `Approve: ${actName(act).toLowerCase()}, ${dollars(amountCents)}`,
      about: <LoanLink loan={account} />,
      open: (
        <Link to="/approvals/$id" params={{ id }}>
          Open
        </Link>
      ),
    })),
    ...(operatorExceptions?.items ?? []).map(({ id, kind, createdAt, account }) => ({
      ...{ id, what: exceptionName(kind), detail: ago(createdAt), tone: 'bad' as const },
      about: <LoanLink loan={account} />,
      open: isDifference(kind) ? <Link to="/tie-out/differences">Open</Link> : <Link to="/exceptions">Resolve</Link>,
    })),
    ...(unconfirmed?.items ?? []).map(({ id, status, amountCents, createdAt, account }) => ({
      ...{ id, about: <LoanLink loan={account} />, tone: 'waiting' as const },
      what: `${status === 'reversal_pending' ? 'Reversal of ' : ''}${dollars(amountCents)} not confirmed`,
      detail: `${systemName(account?.loanSystemCode)} · ${ago(createdAt)}`,
      open: (
        <Link to="/payments/$id" params={{ id }}>
          Open
        </Link>
      ),
    })),
    ...(runs?.items ?? []).map(({ id, amountCents, failureCode, nextTryOn, dueOn, account }) => ({
      ...{ id, about: <LoanLink loan={account} />, tone: nextTryOn ? ('waiting' as const) : ('bad' as const) },
      what: `Autopay of ${amountCents === null || amountCents === undefined ? shortDay(dueOn) : dollars(amountCents)} ${nextTryOn ? 'declined' : 'failed'}`,
      detail: [
        failureCode && statusText(failureCode),
        nextTryOn ? `retry ${shortDay(nextTryOn)}` : `was due ${shortDay(dueOn)}`,
      ]
        .filter(Boolean)
        .join(' · '),
      open: (
        <Link to="/autopay" search={{ status: nextTryOn ? 'retrying' : 'failed' }}>
          Open
        </Link>
      ),
    })),
  ];
}
