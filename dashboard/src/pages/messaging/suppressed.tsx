import { textOf } from '../../format/display-names';
import { statusText } from '../../format/statuses';
import {
  AllowAddressDocument,
  SuppressionListDocument,
  type SuppressionListQuery,
  type SuppressionReason,
} from '../../generated/graphql';
import { request } from '../../graph/request';
import { NO_ROWS, usePaged } from '../../graph/use-paged-or-whole-list';
import { useHasRole } from '../../session/operator';
import { ActButton } from '../../ui/action-button';
import type { Column } from '../../ui/data-table';
import { Instant } from '../../ui/instant';
import { ListPage } from '../../ui/list-page';
import { useFilters } from '../../ui/use-filters';
import { useWorkspaces } from './use-workspaces';

type Suppression = SuppressionListQuery['suppressions']['items'][number];

const REASONS: Readonly<Record<SuppressionReason, string>> = {
  complaint: 'Complaint',
  hard_bounce: 'Hard bounce',
  soft_bounces: 'Soft bounces',
  unsubscribe: 'Unsubscribe',
};

const COLUMNS: readonly Column<Suppression>[] = [
  { name: 'Address', cell: ({ address }) => address },
  { name: 'Reason', cell: ({ reason }) => textOf(REASONS, reason) ?? statusText(reason) },
  { name: 'Since', cell: ({ createdAt }) => <Instant at={createdAt} /> },
];

/** Addresses that campaigns no longer write to. */
export function Suppressed() {
  const { search, choice, days, zonedDays, organizationId } = useFilters('/suppressed');
  const mayChange = useHasRole('supervisor');
  const workspaces = useWorkspaces(organizationId);
  const chosen = workspaces.choices.find(({ id }) => id === search.workspace) ?? workspaces.choices[0];
  const workspaceId = chosen?.id;
  const list = usePaged<Suppression>({
    key: ['suppressions', workspaceId, zonedDays],
    read: async (cursor, signal) =>
      workspaceId === undefined
        ? NO_ROWS
        : (await request(SuppressionListDocument, { workspaceId, ...zonedDays, cursor }, signal)).suppressions,
  });
  return (
    <ListPage
      title="Suppression list"
      about="Contacts we no longer email: the recipient unsubscribed or complained, or email bounced."
      list={{ ...list, isLoading: list.isLoading || workspaces.isPending, error: workspaces.error ?? list.error }}
      columns={mayChange && workspaceId !== undefined ? [...COLUMNS, allowAgain(workspaceId)] : COLUMNS}
      keyOf={({ address }) => address}
      empty={{ title: 'No suppressed addresses', text: 'Bounces, complaints and unsubscriptions add addresses here.' }}
      actions={
        <>
          {choice('Workspace', 'workspace', workspaces.choices, workspaceId ?? '')}
          {days}
        </>
      }
    />
  );
}

function allowAgain(workspaceId: string): Column<Suppression> {
  return {
    name: 'Actions',
    cell: ({ address }) => (
      <ActButton
        label="Allow again"
        question={`Allow campaigns to email ${address} again?`}
        perform={() => request(AllowAddressDocument, { workspaceId, address })}
      />
    ),
  };
}
