import { checkedBody, checkedOptionalKeyWrite } from '../../../../core/contract/checked-write.js';
import {
  createAssetBody,
  createMergeFieldBody,
  updateAssetBody,
  updateMergeFieldBody,
} from '../../../../core/contract/messaging-request-bodies.js';
import type { PlainText, SentName } from '../../../../core/contract/stored-text.js';
import type { ErrorCode } from '../../../../core/errors/catalogue.js';
import { type AssetRow, assetStore } from './asset.store.js';
import { type MergeFieldRow, mergeFieldStore } from './merge-field.store.js';
import type { PlaceholderRow, PlaceholderStore } from './placeholder-kinds-shared.reads.store.js';

/** A checked request body. */
interface Stated {
  readonly placeholder?: string | null | undefined;
  readonly name?: SentName | null | undefined;
  readonly description?: PlainText | null | undefined;
  readonly is_active?: boolean | null | undefined;
}

/** `content`: the replacement for the placeholder. */
export type CreatedPlaceholder<Content> = Stated & {
  readonly workspace_id: string;
  readonly placeholder: string;
  readonly name: SentName;
  readonly content: Content;
};

/** The differences between the kinds of placeholders. Checks request bodies. @throws {Problem} `validation_failed` */
export interface PlaceholderKind<Row extends PlaceholderRow, Content extends PlainText | null> {
  /** The name in audit actions. */
  readonly name: string;
  readonly store: PlaceholderStore<Row, Content>;
  readonly notFound: ErrorCode;
  created(body: unknown, idempotencyKey: string | null | undefined): CreatedPlaceholder<Content>;
  changed(body: unknown): Stated & { readonly content: PlainText | null };
  /** The replacement for a row's placeholder, and the API field that holds it. */
  readonly contentField: string;
  contentOf(row: Row): string | null;
}

/** Values that the templates of a workspace can use. */
export const MERGE_FIELD: PlaceholderKind<MergeFieldRow, PlainText> = {
  name: 'merge_field',
  store: mergeFieldStore,
  notFound: 'merge_field_not_found',
  created: (body, idempotencyKey) => {
    const { value, ...rest } = checkedOptionalKeyWrite(createMergeFieldBody, body, idempotencyKey);
    return { ...rest, content: value };
  },
  changed: (body) => {
    const { value, ...rest } = checkedBody(updateMergeFieldBody, body);
    return { ...rest, content: value ?? null };
  },
  contentField: 'value',
  contentOf: ({ value }) => value,
};

/** Files that the templates of a workspace can include. An address is set once and never changes. */
export const ASSET: PlaceholderKind<AssetRow, PlainText | null> = {
  name: 'asset',
  store: assetStore,
  notFound: 'asset_not_found',
  created: (body, idempotencyKey) => {
    const { url, ...rest } = checkedOptionalKeyWrite(createAssetBody, body, idempotencyKey);
    return { ...rest, content: url ?? null };
  },
  changed: (body) => {
    const { url, ...rest } = checkedBody(updateAssetBody, body);
    return { ...rest, content: url ?? null };
  },
  contentField: 'url',
  contentOf: ({ url }) => url,
};
