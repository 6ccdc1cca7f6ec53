import type { AccrueTo, ApplicationOrder, DayCount, PayoffRule } from '../../core/contract/ledger-product.js';
import { lockById } from '../../core/db/by-id.js';
import { columns, derived, type RowOf, typesOf } from '../../core/db/columns.js';
import { assigned, inserted, LEFT_OUT, sameNamed, sql } from '../../core/db/insert-sql.js';
import { CREATED, idRange, isCreatedThen, newestFirst, newestIdFirst } from '../../core/db/paged-lists.js';
import { ownerOf } from '../../core/db/row-key.js';
import { statement } from '../../core/db/statement.js';
import type { IsoInstant } from '../../core/time/dates.js';

/** Terms for booking loans. */
export interface VersionRow {
  readonly version: number;
  readonly dayCount: DayCount;
  readonly applicationOrder: ApplicationOrder;
  readonly nsfFeeCents: number;
  readonly lateFeeCents: number;
  readonly lateFeeGraceDays: number;
  readonly chargeOffAtDays: number | null;
  readonly toleranceCents: number;
  readonly payoffRule: PayoffRule;
  readonly accrueTo: AccrueTo;
  readonly createdAt: IsoInstant;
  readonly createdBy: string;
}

const PRODUCT = columns('LedgerProduct', 'product', [
  'id',
  'organizationId',
  'code',
  'name',
  'isActive',
  'currentVersion',
  'createdAt',
]);
const VERSIONS = derived({ versions: 'json' }).as<{ versions: readonly VersionRow[] }>();
const SHOWN = [PRODUCT, VERSIONS] as const;

/** A product with all its versions, in order. */
export type LedgerProductRow = RowOf<typeof PRODUCT> & RowOf<typeof VERSIONS>;

const SELECTED = `${PRODUCT}, (select json_agg(json_build_object('version', v.version, 'dayCount', v.day_count,
    'applicationOrder', v.application_order, 'nsfFeeCents', v.nsf_fee_cents, 'lateFeeCents', v.late_fee_cents,
    'lateFeeGraceDays', v.late_fee_grace_days, 'chargeOffAtDays', v.charge_off_at_days,
    'toleranceCents', v.tolerance_cents, 'payoffRule', v.payoff_rule, 'accrueTo', v.accrue_to,
    'createdAt', to_char(v.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'createdBy', v.created_by)
    order by v.version) from ledger_product_version v
    where v.organization_id = product.organization_id and v.product_id = product.id) as versions`;

export const productsByIds = statement({
  name: 'ledger_product.by_ids',
  takes: { ids: 'LedgerProduct.id[]' },
  gives: SHOWN,
  text: ({ scope, oneOf }) => `
    select ${SELECTED} from ledger_product product
     where ${oneOf('product.id', 'ids')} and ${scope('product.organization_id')}`,
});

export const productOwner = ownerOf('LedgerProduct');

/** Locks the product until the transaction ends, so that versions are numbered in sequence. */
export const lockProduct = lockById('ledger_product.lock', 'LedgerProduct', 'product', PRODUCT, 'for no key update');

/** Newest first. */
export const PRODUCTS = newestFirst({
  name: 'ledger_products',
  page: 'ledger_product.page',
  filters: CREATED,
  gives: SHOWN,
  rows: (p) => `select ${SELECTED} from ledger_product product
      where ${idRange('product', p.afterId)}
        and ${isCreatedThen('product', p)}`,
  order: newestIdFirst('product'),
});

/** Returns no row if the organization already has a product with this code. */
export const insertProduct = statement({
  name: 'ledger_product.insert',
  takes: typesOf('LedgerProduct', ['id', 'organizationId', 'code', 'name', 'createdAt']),
  gives: PRODUCT,
  text: ({ p, scope }) => {
    const { into, values } = inserted(
      'LedgerProduct',
      {
        ...sameNamed(p, ['id', 'organizationId', 'code', 'name', 'createdAt']),
        currentVersion: sql('1'),
        isActive: LEFT_OUT,
      },
      'product',
    );
    return `
    insert into ${into} select ${values} where ${scope(`${p.organizationId}::text`)}
    on conflict (organization_id, code) do nothing returning ${PRODUCT}`;
  },
});

const VERSION = {
  ...typesOf('LedgerProductVersion', ['organizationId', 'productId', 'version', 'dayCount', 'applicationOrder']),
  ...typesOf('LedgerProductVersion', ['nsfFeeCents', 'lateFeeCents', 'lateFeeGraceDays', 'chargeOffAtDays']),
  ...typesOf('LedgerProductVersion', ['toleranceCents', 'payoffRule', 'accrueTo', 'createdAt', 'createdBy']),
} as const;

export const insertVersion = statement({
  name: 'ledger_product.insert_version',
  takes: VERSION,
  text: ({ p, scope }) => {
    const written = sameNamed(p, [
      'organizationId',
      'productId',
      'version',
      'dayCount',
      'applicationOrder',
      'nsfFeeCents',
      'lateFeeCents',
      'lateFeeGraceDays',
      'chargeOffAtDays',
      'toleranceCents',
      'payoffRule',
      'accrueTo',
      'createdAt',
      'createdBy',
    ]);
    const { into, values } = inserted('LedgerProductVersion', written);
    return `insert into ${into} select ${values} where ${scope(`${p.organizationId}::text`)}`;
  },
});

/** Only under its lock. */
export const updateProduct = statement({
  name: 'ledger_product.update',
  takes: typesOf('LedgerProduct', ['id', 'organizationId', 'name', 'isActive', 'currentVersion']),
  text: ({ p, scope }) => `
    update ledger_product set ${assigned('LedgerProduct', sameNamed(p, ['name', 'isActive', 'currentVersion']))}
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('ledger_product.organization_id')}`,
});
