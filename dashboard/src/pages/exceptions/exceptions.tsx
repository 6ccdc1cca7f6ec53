import { Link } from '@tanstack/react-router';
import { numberOf, sideName } from '../../format/display-names';
import { exceptionName, exceptionToDo } from '../../format/exceptions';
import { ExceptionListDocument, type ExceptionListQuery } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import { useTimeZone } from '../../lender/page-time-zone';
import { useHasRole } from '../../session/operator';
import { BothSides } from '../../ui/both-sides-facts-table';
import { Cards } from '../../ui/cards';
import { Ago } from '../../ui/instant';
import { LoanLink } from '../../ui/loan-link';
import { Page } from '../../ui/page';
import { useFilters } from '../../ui/use-filters';
import { HeldRunActs } from './charge-or-cancel-held-run';
import { factsOf } from './exception-detail-facts';
import { ExceptionActs, ResolvedNote } from './resolve-or-defer-exception';

type Exception = ExceptionListQuery['operatorExceptions']['items'][number];

const SHOWN = [
  { id: 'waiting', text: 'Waiting' },
  { id: 'resolved', text: 'Resolved' },
];

const NONE: Readonly<Record<string, string>> = {
  resolved: 'No resolved exceptions',
  waiting: 'No waiting exceptions',
};

/**
 * What no rule could decide. A person investigates, acts in the loan system or at the processor, and records what was
 * done.
 */
export function Exceptions() {
  const { search, choice, organizationId } = useFilters('/exceptions');
  const { show } = search;
  const isResolved = show === 'resolved';
  const isWaiting = isResolved ? null : show === 'waiting';
  const mayResolve = useHasRole('operator');
  const list = useList(
    'exceptions',
    ExceptionListDocument,
    { organizationId, isResolved, isWaiting },
    ({ operatorExceptions }) => operatorExceptions,
    true,
  );
  return (
    <Page title="Exceptions" about="Items that need a decision from your team." actions={choice('Show', 'show', SHOWN)}>
      <Cards
        list={list}
        empty={{
          title: NONE[show ?? ''] ?? 'Nothing needs attention',
          text: 'Payments found late, returned charges and refused refunds appear here.',
        }}
      >
        {(row) => (
          <li key={row.id} className="card">
            <header>
              <h2>{exceptionName(row.kind)}</h2>
              <span className="quiet">
                <Ago at={row.createdAt} />
              </span>
            </header>
            <div className="filters">
              <LoanLink loan={row.account} />
              <span className="quiet">{numberOf(row.account)}</span>
            </div>
            {exceptionToDo(row.kind) && <p>{exceptionToDo(row.kind)}</p>}
            <Found exception={row} />
            <ResolvedNote exception={row} />
            {mayResolve && row.resolvedAt === null && row.kind === 'autopay_run_held' && (
              <HeldRunActs exception={row} />
            )}
            {mayResolve && row.resolvedAt === null && row.kind !== 'autopay_run_held' && (
              <ExceptionActs exception={row} />
            )}
          </li>
        )}
      </Cards>
    </Page>
  );
}

/** The details; for a difference, both sides next to each other. */
function Found({ exception: { difference, detail } }: { readonly exception: Exception }) {
  const timeZone = useTimeZone();
  if (difference) {
    const { side, ours, theirs, lastDay } = difference;
    return (
      <>
        <BothSides ours={ours} theirs={theirs} side={sideName(side)} />
        <p>
          <Link to="/tie-out/$day" params={{ day: lastDay }}>
            That day’s tie-out
          </Link>
        </p>
      </>
    );
  }
  return (
    <dl className="facts">
      {factsOf(detail, timeZone).map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
