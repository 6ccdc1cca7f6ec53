import { ExceptionListDocument } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import { useHasRoleAt } from '../../session/operator';
import { Cards } from '../../ui/cards';
import { Page } from '../../ui/page';
import { useFilters } from '../../ui/use-filters';
import { ExceptionCard } from './exception-card';

const SHOWN = [
  { id: 'waiting', text: 'Snoozed' },
  { id: 'resolved', text: 'Resolved' },
];

const NONE: Readonly<Record<string, string>> = {
  resolved: 'No resolved exceptions',
  waiting: 'No snoozed exceptions',
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
  const mayResolveAt = useHasRoleAt('supervisor');
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
        {(row) => <ExceptionCard key={row.id} exception={row} mayResolve={mayResolveAt(row.organizationId)} />}
      </Cards>
    </Page>
  );
}
