import { columns, type RowOf } from '../../../../core/db/columns.js';
import { CREATED, idRange, isCreatedThen, newestFirst, newestIdFirst } from '../../../../core/db/paged-lists.js';
import type { ScopedModels } from '../../../../core/db/prisma.js';
import { rowOf, selected } from '../../../../core/db/prisma-rows-by-columns.js';
import { statement } from '../../../../core/db/statement.js';

const ADDRESS = columns('WebhookAddress', 'a', [
  'id',
  'organizationId',
  'pathId',
  'provider',
  'name',
  'createdBy',
  'createdAt',
  'endedAt',
]);
export type WebhookAddressRow = RowOf<typeof ADDRESS>;

/** Newest first. */
export const WEBHOOK_ADDRESSES = newestFirst({
  name: 'webhook_addresses',
  page: 'webhook_address.page',
  filters: CREATED,
  gives: ADDRESS,
  rows: (p) => `select ${ADDRESS} from webhook_address a
      where ${idRange('a', p.afterId)}
        and ${isCreatedThen('a', p)}`,
  order: newestIdFirst('a'),
});

const OF_PATH = columns('WebhookAddress', 'a', [
  'id',
  'organizationId',
  'provider',
  'publicKey',
  'sealedSecret',
  'secretHash',
]);
export type AddressOfPathRow = RowOf<typeof OF_PATH>;

/** The organization and secret of the address in a path; no row for a revoked or unknown address. */
export const addressOfPath = statement({
  name: 'webhook_address.of_path',
  unscoped: 'before_the_organization_is_known',
  takes: { pathId: 'WebhookAddress.pathId' },
  gives: OF_PATH,
  text: ({ p }) => `
    select ${OF_PATH} from webhook_address a where a.path_id = ${p.pathId} and a.ended_at is null limit 1`,
});

export interface NewWebhookAddress extends Omit<WebhookAddressRow, 'endedAt'> {
  readonly publicKey: string | null;
  readonly sealedSecret: string | null;
  readonly secretHash: Buffer | null;
}

export async function insertAddress(
  { webhookAddress }: ScopedModels,
  { secretHash, ...row }: NewWebhookAddress,
): Promise<WebhookAddressRow> {
  const data = { ...row, secretHash: secretHash === null ? null : new Uint8Array(secretHash) };
  return rowOf(ADDRESS, await webhookAddress.create({ select: selected(ADDRESS), data }));
}

export async function addressById(
  { webhookAddress }: ScopedModels,
  id: string,
): Promise<WebhookAddressRow | undefined> {
  const found = await webhookAddress.findFirst({ select: selected(ADDRESS), where: { id } });
  return found === null ? undefined : rowOf(ADDRESS, found);
}

/** Deletes its secrets too. Undefined if it does not exist or was revoked before. */
export async function revokeAddress(
  { webhookAddress }: ScopedModels,
  id: string,
  endedAt: string,
): Promise<WebhookAddressRow | undefined> {
  const [ended] = await webhookAddress.updateManyAndReturn({
    select: selected(ADDRESS),
    where: { id, endedAt: null },
    data: { endedAt, sealedSecret: null, secretHash: null },
  });
  return ended === undefined ? undefined : rowOf(ADDRESS, ended);
}
