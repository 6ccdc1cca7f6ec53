import { randomUUID } from 'node:crypto';
import { snakeCased } from '../../core/contract/case-conversion.js';
import { ACCRUE_TO, APPLICATION_ORDERS, DAY_COUNTS, PAYOFF_RULES } from '../../core/contract/ledger-product.js';
import type { LedgerProductRow } from '../../ledger/product/ledger-product.store.js';
import { withService } from '../../runtime/assembly/command-services.js';
import type { LedgerProductService } from '../../subgraphs/servicing/ledger-api/product/ledger-product.service.js';
import { withCode } from '../command-error.js';
import { withScopes } from '../command-line-principal.js';
import { group, listed, table, withAnswer, yesOrNo } from '../command-result-as-json-or-text.js';
import { everyItem } from '../every-page.js';
import { operand, option, type ValuesOf } from '../options.js';
import { keyOption, onlyOrganization, whole } from '../shared-options.js';

const TERMS = [
  option('--day-count <rule>', 'day count of the interest', { choices: DAY_COUNTS }),
  option('--application-order <order>', 'how payments are allocated', { choices: APPLICATION_ORDERS }),
  option('--nsf-fee-cents <cents>', 'fee for a returned payment', { parse: whole }),
  option('--late-fee-cents <cents>', 'fee for a late installment', { parse: whole }),
  option('--late-fee-grace-days <days>', 'calendar days after the due date before the late fee', { parse: whole }),
  option(
    '--charge-off-at-days <days>',
    'days past due at which the loan is charged off; `never` turns this off',
    // Keeps the text `never`: commander turns null into an empty text.
    { parse: (text): number | 'never' => (text === 'never' ? text : whole(text)) },
  ),
  option('--tolerance-cents <cents>', 'the shortfall up to which an installment is not late', { parse: whole }),
  option('--payoff-rule <rule>', 'whether a payoff includes the interest of its own day', { choices: PAYOFF_RULES }),
  option('--accrue-to <day>', 'the day up to which a payment accrues interest', { choices: ACCRUE_TO }),
  keyOption,
] as const;

/** `ledger products`: the terms of a lender's loans. */
export const ledgerProductsCommands = group('kinds of loans and their terms, in versions', {
  add: withAnswer(
    'create a product; omitted terms default to those of loans without a product',
    [
      option('--organization <id>', 'the lender', { required: true }),
      option('--code <code>', 'the code that loans and files refer to', { required: true }),
      option('--name <name>', 'the display name', { required: true }),
      ...TERMS,
    ],
    async ({ organization, code, name, ...terms }) => {
      const { body, ...key } = keyed(terms);
      const request = { ...key, body: { organization_id: organization, code, name, ...body } };
      const { answer, resource } = await withProducts((service) => service.create(servicer(), request));
      return { document: JSON.parse(answer.body), text: `${resource.id}\n\nThe product ${code}, version 1.` };
    },
  ),
  list: withAnswer(
    'list products, newest first',
    [onlyOrganization('only products of this organization')],
    async ({ organizationId = null }) => {
      const found = await withProducts((service) =>
        everyItem((cursor) => service.list(servicer(), { organizationId, cursor })),
      );
      const columns = {
        ID: 'id',
        CODE: 'code',
        NAME: 'name',
        VERSION: 'currentVersion',
        ACTIVE: ({ isActive }: LedgerProductRow) => yesOrNo(isActive),
      } as const;
      return listed('products', found, columns, { as: documentOf });
    },
  ),
  show: withAnswer(
    'show a product with all versions of its terms',
    [operand('<product-id>', 'the product', { as: 'id' })],
    async ({ id }) => {
      const product = await withProducts((service) => service.one(servicer(), id));
      const rows = product.versions.map((version) => Object.values(version).map((value) => String(value ?? 'never')));
      const heads = Object.keys(snakeCased(product.versions[0] ?? {})).map((name) => name.toUpperCase());
      return { document: documentOf(product), text: `${product.code}: ${product.name}\n\n${table(heads, rows)}` };
    },
  ),
  revise: withAnswer(
    'add a version of the terms; existing loans keep theirs',
    [operand('<product-id>', 'the product', { as: 'id' }), ...TERMS],
    async ({ id, ...terms }) => {
      const made = await withProducts((service) => service.revise(servicer(), id, keyed(terms)));
      const { code, currentVersion } = made.resource;
      return { document: JSON.parse(made.answer.body), text: `${code} is now at version ${currentVersion}.` };
    },
  ),
});

type Terms = ValuesOf<(typeof TERMS)[number]>;

function keyed({ idempotencyKey = randomUUID(), chargeOffAtDays: days, ...terms }: Terms) {
  const chargeOff = days === undefined ? {} : { charge_off_at_days: days === 'never' ? null : days };
  return { idempotencyKey, body: { ...snakeCased(terms), ...chargeOff } };
}

function documentOf({ versions, ...product }: LedgerProductRow) {
  return { ...snakeCased(product), versions: versions.map((version) => snakeCased(version)) };
}

function withProducts<T>(work: (products: LedgerProductService) => Promise<T>): Promise<T> {
  return withService('ledger', ({ products }) => work(products)).catch(withCode);
}

/** The command line has the rights of an operator. */
function servicer() {
  return withScopes(['ledger:read', 'ledger:write']);
}
