import { columns, type RowOf } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';
import { assigned, inserted, sql } from '../../../core/db/written.js';
import {
  changedPlaceholder,
  NEW_PLACEHOLDER,
  newPlaceholder,
  PLACEHOLDER_CHANGE,
  type PlaceholderStore,
  placeholderReadings,
  SHARED_FIELDS,
} from './placeholder.store.js';

const ASSET = columns('WorkspaceAsset', 'f', [...SHARED_FIELDS, 'url']);
export type AssetRow = RowOf<typeof ASSET>;

/** Files that templates show. */
export const assetStore: PlaceholderStore<AssetRow, string | null> = {
  ...placeholderReadings('WorkspaceAsset', ASSET),
  insert: statement({
    name: 'workspace_asset.insert',
    takes: { ...NEW_PLACEHOLDER, content: 'WorkspaceAsset.url' },
    gives: ASSET,
    text: ({ p, scope }) => {
      const { into, values } = inserted('WorkspaceAsset', { ...newPlaceholder(p), url: p.content }, 'f');
      return `
        insert into ${into}
        select ${values} from workspace w where w.id = ${p.workspaceId} and ${scope('w.organization_id')}
        returning ${ASSET}`;
    },
  }),
  update: statement({
    name: 'workspace_asset.update',
    takes: PLACEHOLDER_CHANGE,
    gives: ASSET,
    text: ({ p, scope }) => {
      // Where a file lies is said once.
      const url = sql(`coalesce(f.url, ${p.content}::text)`);
      return `
        update workspace_asset f set ${assigned('WorkspaceAsset', { ...changedPlaceholder(p), url })}
         where f.id = ${p.id} and ${scope('f.organization_id')}
        returning ${ASSET}`;
    },
  }),
};
