import { checkedBody } from '../../../core/contract/checked.js';
import {
  createAssetBody,
  createMergeFieldBody,
  updateAssetBody,
  updateMergeFieldBody,
} from '../../../core/contract/messaging.js';
import type { ErrorCode } from '../../../core/errors/catalogue.js';
import {
  type AssetRow,
  assetStore,
  type MergeFieldRow,
  mergeFieldStore,
  type PlaceholderRow,
  type PlaceholderStore,
} from './placeholder.store.js';

/** What a body says of a placeholder, once it is checked. */
interface Stated {
  readonly placeholder?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly is_active?: boolean | null | undefined;
  /** What takes its place. */
  readonly content: string | null;
}

type Created = Stated & { readonly workspace_id: string; readonly placeholder: string; readonly name: string };

/** In what the kinds of placeholders differ. Bodies are checked here. @throws {Problem} `validation_failed` */
export interface PlaceholderKind<Row extends PlaceholderRow> {
  /** In audited actions. */
  readonly name: string;
  readonly store: PlaceholderStore<Row>;
  readonly notFound: ErrorCode;
  created(body: unknown): Created;
  changed(body: unknown): Stated;
  /** What takes the place of a row's placeholder, and the field that says so. */
  readonly contentField: string;
  contentOf(row: Row): string | null;
}

/** Values that the templates of a workspace may name (spec 2.10, 4.5). */
export const MERGE_FIELD: PlaceholderKind<MergeFieldRow> = {
  name: 'merge_field',
  store: mergeFieldStore,
  notFound: 'merge_field_not_found',
  created: (body) => {
    const { value, ...rest } = checkedBody(createMergeFieldBody, body);
    return { ...rest, content: value };
  },
  changed: (body) => {
    const { value, ...rest } = checkedBody(updateMergeFieldBody, body);
    return { ...rest, content: value ?? null };
  },
  contentField: 'value',
  contentOf: ({ value }) => value,
};

/** Files that the templates of a workspace may show (spec 2.10, 4.5). Where one lies is said once, and never changes. */
export const ASSET: PlaceholderKind<AssetRow> = {
  name: 'asset',
  store: assetStore,
  notFound: 'asset_not_found',
  created: (body) => {
    const { url, ...rest } = checkedBody(createAssetBody, body);
    return { ...rest, content: url ?? null };
  },
  changed: (body) => {
    const { url, ...rest } = checkedBody(updateAssetBody, body);
    return { ...rest, content: url ?? null };
  },
  contentField: 'url',
  contentOf: ({ url }) => url,
};
