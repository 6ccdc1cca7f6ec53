import type { PlainText } from '../../../../core/contract/stored-text.js';
import { columns, type RowOf } from '../../../../core/db/columns.js';
import { definedFields, rowOf, selected } from '../../../../core/db/prisma-rows-by-columns.js';
import {
  keyOf,
  type PlaceholderStore,
  placeholderReadings,
  SHARED_FIELDS,
} from './placeholder-kinds-shared.reads.store.js';

const ASSET = columns('WorkspaceAsset', 'f', [...SHARED_FIELDS, 'url']);
export type AssetRow = RowOf<typeof ASSET>;

/** Files that templates include. */
export const assetStore: PlaceholderStore<AssetRow, PlainText | null> = {
  ...placeholderReadings('WorkspaceAsset', ASSET),
  async byId({ workspaceAsset }, id) {
    const found = await workspaceAsset.findFirst({ select: selected(ASSET), where: { id } });
    return found === null ? undefined : rowOf(ASSET, found);
  },
  async insert({ workspaceAsset }, { content, ...shared }) {
    const made = await workspaceAsset.create({ select: selected(ASSET), data: { ...shared, url: content } });
    return rowOf(ASSET, made);
  },
  async update({ workspaceAsset }, locked, { content, ...shared }) {
    // The address of a file is set once.
    const data = definedFields({ ...shared, url: locked.url ?? content });
    const where = keyOf(locked);
    return rowOf(ASSET, await workspaceAsset.update({ select: selected(ASSET), where, data }));
  },
};
