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

export const deleteSuppression = statement<OfAddress, SuppressionRow>({
  name: 'suppression.delete',
  text: ({ p, scope }) => `
    delete from suppression s
     where s.workspace_id = ${p.workspaceId} and s.address = ${p.address} and ${scope('s.organization_id')}
    returning ${COLUMNS}`,
});
