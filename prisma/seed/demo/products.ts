import type { Temporal } from 'temporal-polyfill';
import type { Transaction } from '../../../core/db/database.js';
import { newId } from '../../../core/ids/ids.js';
import { isoInstant } from '../../../core/time/dates.js';
import { BUILT_IN_TERMS } from '../../../ledger/rules/product-terms.js';
import { DEMO_KEY } from './demo-actor.js';
import { insertRows } from './insert-rows.js';

export interface DemoProduct {
  /** Position of its organization. */
  readonly organization: number;
  readonly code: string;
  readonly name: string;
  /** Dollars. */
  readonly principal: readonly [number, number];
  /** Quarters of a percent a year. */
  readonly rate: readonly [number, number];
  /** Months. */
  readonly terms: readonly [number, ...number[]];
}

/** Each organization's products: two kinds of loans, with the same terms as loans without a product. */
export const PRODUCTS: readonly DemoProduct[] = [
  {
    organization: 0,
    code: 'AUTO-NEW',
    name: 'New car',
    principal: [15_000, 42_000],
    rate: [20, 44],
    terms: [48, 60, 72],
  },
  {
    organization: 0,
    code: 'AUTO-USED',
    name: 'Used car',
    principal: [6_000, 18_000],
    rate: [40, 84],
    terms: [36, 48, 60],
  },
  {
    organization: 1,
    code: 'PERSONAL',
    name: 'Personal loan',
    principal: [2_000, 12_000],
    rate: [48, 110],
    terms: [12, 24, 36],
  },
  {
    organization: 1,
    code: 'CONSOLIDATION',
    name: 'Debt consolidation',
    principal: [8_000, 25_000],
    rate: [44, 80],
    terms: [36, 48, 60],
  },
  {
    organization: 2,
    code: 'POINT-OF-SALE',
    name: 'Point of sale',
    principal: [600, 4_000],
    rate: [32, 96],
    terms: [6, 12, 18],
  },
  {
    organization: 2,
    code: 'HOME',
    name: 'Home improvement',
    principal: [7_000, 35_000],
    rate: [28, 60],
    terms: [36, 60, 84],
  },
];

/** Returns the products' ids, in order. */
export async function seedProducts(
  tx: Transaction,
  organizationIds: readonly string[],
  now: Temporal.Instant,
): Promise<readonly string[]> {
  const created_at = isoInstant(now.subtract({ hours: 24 * 799 }));
  const rows = PRODUCTS.map(({ organization, code, name }) => ({
    ...{ organization_id: organizationIds[organization] ?? '', id: newId(Date.parse(created_at)), code, name },
    ...{ current_version: 1, is_active: true, created_at },
  }));
  await insertRows(tx, 'ledger_product', rows);
  const terms = BUILT_IN_TERMS;
  await insertRows(
    tx,
    'ledger_product_version',
    rows.map(({ organization_id, id }) => ({
      ...{ organization_id, product_id: id, version: 1, created_at, created_by: DEMO_KEY },
      ...{ day_count: terms.dayCount, application_order: terms.applicationOrder, nsf_fee_cents: 2_500 },
      ...{ late_fee_cents: terms.lateFeeCents, late_fee_grace_days: terms.lateFeeGraceDays },
      ...{ charge_off_at_days: terms.chargeOffAtDays, tolerance_cents: terms.toleranceCents },
      ...{ payoff_rule: terms.payoffRule, accrue_to: terms.accrueTo },
    })),
  );
  return rows.map(({ id }) => id);
}
