import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { instant } from '../../format/dates';
import { statusText } from '../../format/statuses';
import {
  AllowAddressDocument,
  SuppressionListDocument,
  type SuppressionListQuery,
  WorkspacesDocument,
} from '../../generated/graphql';
import { request } from '../../graph/request';
import { type Page, usePaged } from '../../graph/use-paged-or-whole-list';
import { useHasRole } from '../../session/operator';
import { ActButton } from '../../ui/action-button';
import { ChoiceFilter } from '../../ui/choice-filter';
import type { Column } from '../../ui/data-table';
import { DayFilter } from '../../ui/day-range-filter';
import { ListPage } from '../../ui/list-page';

type Suppression = SuppressionListQuery['suppressions']['items'][number];

const COLUMNS: readonly Column<Suppression>[] = [
  { name: 'Address', cell: ({ address }) => address },
  { name: 'Reason', cell: ({ reason }) => statusText(reason) },
  { name: 'Since', cell: ({ createdAt }) => instant(createdAt) },
];

const NONE: Page<Suppression> = { items: [], page: { nextCursor: null, hasMore: false } };

/** Addresses that campaigns no longer write to. */
export function Suppressed() {
  const { workspace, from, to } = useSearch({ from: '/suppressed' });
  const navigate = useNavigate({ from: '/suppressed' });
  const change = (changed: { workspace?: string; from?: string; to?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const mayChange = useHasRole('operator');
  const workspaces = useQuery({
    queryKey: ['workspaces'],
    queryFn: async ({ signal }) => (await request(WorkspacesDocument, {}, signal)).workspaces,
  });
  const choices = (workspaces.data ?? []).map(({ id, name }) => ({ id, text: name }));
  const workspaceId = workspace ?? choices[0]?.id;
  const range = { from: from ?? null, to: to ?? null };
  const list = usePaged<Suppression>({
    key: ['suppressions', workspaceId, range],
    read: async (cursor, signal) =>
      workspaceId === undefined
        ? NONE
        : (await request(SuppressionListDocument, { workspaceId, ...range, cursor }, signal)).suppressions,
  });
  return (
    <ListPage
      title="Suppression list"
      about="Addresses that get no more email: the recipient unsubscribed or complained, or mail bounced."
      list={{
        ...list,
        isLoading: list.isLoading || workspaces.isPending,
        error: workspaces.error ?? list.error,
      }}
      columns={mayChange && workspaceId !== undefined ? [...COLUMNS, allowAgain(workspaceId)] : COLUMNS}
      keyOf={({ address }) => address}
      empty={{ title: 'No suppressed addresses', text: 'Bounces, complaints and unsubscriptions add addresses here.' }}
      actions={
        <>
          <ChoiceFilter
            label="Workspace"
            choices={choices}
            chosen={workspaceId ?? ''}
            onChoose={(id) => change({ workspace: id })}
            isRequired
          />
          <DayFilter from={from ?? ''} to={to ?? ''} onChange={change} />
        </>
      }
    />
  );
}

function allowAgain(workspaceId: string): Column<Suppression> {
  return {
    name: 'Action',
    cell: ({ address }) => (
      <ActButton
        label="Allow again"
        question={`Allow campaigns to email ${address} again?`}
        perform={() => request(AllowAddressDocument, { workspaceId, address })}
      />
    ),
  };
}
