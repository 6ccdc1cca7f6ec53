import { AFTER_EVERY_DATE, type ListDefinition } from '../../../core/db/list.js';
import { statement } from '../../../core/db/statement.js';

export interface SuppressionRow {
  readonly workspaceId: string;
  readonly address: string;
  readonly reason: string;
  readonly createdAt: string;
}

const COLUMNS = 's.workspace_id as "workspaceId", s.address, s.reason, s.created_at as "createdAt"';

type Filters = { workspaceId: string; createdFrom: string; createdBefore: string };
type After = { afterAt: string; afterAddress: string };

const suppressionPage = statement<Filters & After & { limit: number }, SuppressionRow>({
  name: 'suppression.page',
  text: ({ p, scope }) => `
    select ${COLUMNS} from workspace w
      join suppression s on s.organization_id = w.organization_id and s.workspace_id = w.id
     where w.id = ${p.workspaceId} and ${scope('w.organization_id')}
       and (s.created_at, s.address) < (${p.afterAt}::timestamptz, ${p.afterAddress}::text)
       and s.created_at >= ${p.createdFrom}::timestamptz and s.created_at < ${p.createdBefore}::timestamptz
     order by s.created_at desc, s.address desc limit ${p.limit}`,
});

/** Newest first. */
export const SUPPRESSIONS: ListDefinition<Filters, After, SuppressionRow> = {
  name: 'suppressions',
  statement: suppressionPage,
  start: { afterAt: AFTER_EVERY_DATE, afterAddress: '' },
  positionOf: ({ createdAt, address }) => ({ afterAt: createdAt, afterAddress: address }),
};

type OfAddress = { workspaceId: string; address: string };

export const suppressionOfAddress = statement<OfAddress, SuppressionRow>({
  name: 'suppression.of_address',
  text: ({ p, scope }) => `
    select ${COLUMNS} from suppression s
     where s.workspace_id = ${p.workspaceId} and s.address = ${p.address} and ${scope('s.organization_id')}`,
});

/** And remembers when: soft bounces of before count no more. */
export const deleteSuppression = statement<OfAddress & { removedAt: string }, SuppressionRow>({
  name: 'suppression.delete',
  text: ({ p, scope }) => `
    with deleted as (
      delete from suppression s
       where s.workspace_id = ${p.workspaceId} and s.address = ${p.address} and ${scope('s.organization_id')}
      returning s.*
    ), remembered as (
      insert into suppression_removal (organization_id, workspace_id, address, removed_at)
      select organization_id, workspace_id, address, ${p.removedAt}::timestamptz from deleted
      on conflict (organization_id, workspace_id, address) do update set removed_at = excluded.removed_at
    )
    select ${COLUMNS} from deleted s`,
});
