import { columns, type RowOf } from '../../../../core/db/columns.js';
import { inserted, overwritten, selectedFrom } from '../../../../core/db/insert-sql.js';
import { AFTER_EVERY_DATE, CREATED, isCreatedThen, type ListDefinition } from '../../../../core/db/paged-lists.js';
import { type ParametersOf, statement } from '../../../../core/db/statement.js';

const SUPPRESSION = columns('Suppression', 's', ['organizationId', 'workspaceId', 'address', 'reason', 'createdAt']);
export type SuppressionRow = RowOf<typeof SUPPRESSION>;

const FILTERS = { workspaceId: 'Workspace.id', ...CREATED } as const;
type After = { afterAt: string; afterAddress: string };

const suppressionPage = statement({
  name: 'suppression.page',
  takes: { ...FILTERS, afterAt: 'timestamptz', afterAddress: 'text', limit: 'int8' },
  gives: SUPPRESSION,
  text: ({ p, scope }) => `
    select ${SUPPRESSION} from workspace w
      join suppression s on s.organization_id = w.organization_id and s.workspace_id = w.id
     where w.id = ${p.workspaceId} and ${scope('w.organization_id')}
       and (s.created_at, s.address) < (${p.afterAt}::timestamptz, ${p.afterAddress}::text)
       and ${isCreatedThen('s', p)}
     order by s.created_at desc, s.address desc limit ${p.limit}`,
});

/** Newest first. */
export const SUPPRESSIONS: ListDefinition<ParametersOf<typeof FILTERS>, After, SuppressionRow> = {
  name: 'suppressed addresses',
  statement: suppressionPage,
  isSealed: true,
  start: { afterAt: AFTER_EVERY_DATE, afterAddress: '' },
  positionOf: ({ createdAt, address }) => ({ afterAt: createdAt, afterAddress: address }),
};

/** An address, and its pseudonym in case it was erased. */
const OF_ADDRESS = { workspaceId: 'Suppression.workspaceId', addresses: 'text[]' } as const;

export const suppressionOfAddress = statement({
  name: 'suppression.of_address',
  takes: OF_ADDRESS,
  gives: SUPPRESSION,
  text: ({ p, scope }) => `
    select ${SUPPRESSION} from suppression s
     where s.workspace_id = ${p.workspaceId} and s.address = any(${p.addresses}::text[]) and ${scope('s.organization_id')}`,
});

/** Also stores the time: earlier soft bounces no longer count. */
export const deleteSuppression = statement({
  name: 'suppression.delete',
  takes: { ...OF_ADDRESS, removedAt: 'SuppressionRemoval.removedAt' },
  gives: SUPPRESSION,
  text: ({ p, scope }) => {
    const removal = inserted('SuppressionRemoval', {
      ...selectedFrom('SuppressionRemoval', 's', ['organizationId', 'workspaceId', 'address']),
      removedAt: p.removedAt,
    });
    return `
    with deleted as (
      delete from suppression s
       where s.workspace_id = ${p.workspaceId} and s.address = any(${p.addresses}::text[]) and ${scope('s.organization_id')}
      returning s.*
    ), remembered as (
      insert into ${removal.into}
      select ${removal.values} from deleted s
      on conflict (organization_id, workspace_id, address)
      do update set ${overwritten('SuppressionRemoval', ['removedAt'])}
    )
    select ${SUPPRESSION} from deleted s`;
  },
});
