import { actName } from '../../format/approvals';
import { statusChoices, statusesOf } from '../../format/statuses';
import { ApprovalListDocument, type ApprovalListQuery } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import { orDash } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { Instant } from '../../ui/instant';
import { ListPage } from '../../ui/list-page';
import { BORROWER, LOAN } from '../../ui/loan-columns';
import { Money } from '../../ui/money';
import { RowLink } from '../../ui/row-link';
import { Status } from '../../ui/status';
import { useFilters } from '../../ui/use-filters';

type Approval = ApprovalListQuery['approvalRequests']['items'][number];

const COLUMNS: readonly Column<Approval>[] = [
  { name: 'Action', cell: ({ id, act }) => <RowLink to={`/approvals/${id}`}>{actName(act)}</RowLink> },
  BORROWER,
  LOAN,
  {
    name: 'Amount',
    isNumber: true,
    isFirstWhereNarrow: true,
    cell: ({ amountCents }) => <Money cents={amountCents} />,
  },
  { name: 'Status', cell: ({ status }) => <Status kind="approval" status={status} /> },
  { name: 'Requested by', cell: ({ askedBy, askedByName }) => askedByName ?? askedBy },
  { name: 'Requested', cell: ({ askedAt }) => <Instant at={askedAt} /> },
  { name: 'Expires', cell: ({ expiresAt }) => <Instant at={expiresAt} form="short" /> },
  { name: 'Decided by', cell: ({ decidedBy, decidedByName }) => orDash(decidedByName ?? decidedBy, (name) => name) },
];

/** Acts above a role's limit, which a second person approves or rejects. */
export function Approvals() {
  const { search, choice, organizationId } = useFilters('/approvals');
  const { status } = search;
  const variables = { organizationId, status: statusesOf('approval').find((each) => each === status) ?? null };
  const list = useList('approvals', ApprovalListDocument, variables, ({ approvalRequests }) => approvalRequests, true);
  return (
    <ListPage
      title="Approvals"
      hasViews
      about="Actions above an operator’s amount limit, newest first. A second person approves or rejects each."
      list={list}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={{ title: status === undefined ? 'No approval has been requested yet' : 'No approvals have this status' }}
      actions={choice('Status', 'status', statusChoices('approval'))}
    />
  );
}
