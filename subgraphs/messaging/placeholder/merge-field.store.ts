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

const MERGE_FIELD = columns('WorkspaceMergeField', 'f', [...SHARED_FIELDS, 'value']);
export type MergeFieldRow = RowOf<typeof MERGE_FIELD>;

/** Values that templates name. */
export const mergeFieldStore: PlaceholderStore<MergeFieldRow, string> = {
  ...placeholderReadings('WorkspaceMergeField', MERGE_FIELD),
  insert: statement({
    name: 'workspace_merge_field.insert',
    takes: { ...NEW_PLACEHOLDER, content: 'WorkspaceMergeField.value' },
    gives: MERGE_FIELD,
    text: ({ p, scope }) => {
      const { into, values } = inserted('WorkspaceMergeField', { ...newPlaceholder(p), value: p.content }, 'f');
      return `
        insert into ${into}
        select ${values} from workspace w where w.id = ${p.workspaceId} and ${scope('w.organization_id')}
        returning ${MERGE_FIELD}`;
    },
  }),
  update: statement({
    name: 'workspace_merge_field.update',
    takes: PLACEHOLDER_CHANGE,
    gives: MERGE_FIELD,
    text: ({ p, scope }) => {
      const value = sql(`coalesce(${p.content}::text, f.value)`);
      return `
        update workspace_merge_field f set ${assigned('WorkspaceMergeField', { ...changedPlaceholder(p), value })}
         where f.id = ${p.id} and ${scope('f.organization_id')}
        returning ${MERGE_FIELD}`;
    },
  }),
};
