import type { PlainText } from '../../../../core/contract/stored-text.js';
import { columns, type RowOf } from '../../../../core/db/columns.js';
import { definedFields, rowOf, selected } from '../../../../core/db/prisma-rows-by-columns.js';
import {
  keyOf,
  type PlaceholderStore,
  placeholderReadings,
  SHARED_FIELDS,
} from './placeholder-kinds-shared.reads.store.js';

const MERGE_FIELD = columns('WorkspaceMergeField', 'f', [...SHARED_FIELDS, 'value']);
export type MergeFieldRow = RowOf<typeof MERGE_FIELD>;

/** Values that templates use. */
export const mergeFieldStore: PlaceholderStore<MergeFieldRow, PlainText> = {
  ...placeholderReadings('WorkspaceMergeField', MERGE_FIELD),
  async byId({ workspaceMergeField }, id) {
    const found = await workspaceMergeField.findFirst({ select: selected(MERGE_FIELD), where: { id } });
    return found === null ? undefined : rowOf(MERGE_FIELD, found);
  },
  async insert({ workspaceMergeField }, { content, ...shared }) {
    const made = await workspaceMergeField.create({
      select: selected(MERGE_FIELD),
      data: { ...shared, value: content },
    });
    return rowOf(MERGE_FIELD, made);
  },
  async update({ workspaceMergeField }, locked, { content, ...shared }) {
    const data = definedFields({ ...shared, value: content });
    const where = keyOf(locked);
    return rowOf(MERGE_FIELD, await workspaceMergeField.update({ select: selected(MERGE_FIELD), where, data }));
  },
};
