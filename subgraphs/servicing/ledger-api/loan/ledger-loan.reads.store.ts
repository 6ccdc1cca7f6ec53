import { comparedText } from '../../../../core/contract/stored-text.js';
import { columns, columnsAs, type RowOf } from '../../../../core/db/columns.js';
import type { Queries, Transaction } from '../../../../core/db/database.js';
import type { ScopedModels } from '../../../../core/db/prisma.js';
import { rowOf, selected } from '../../../../core/db/prisma-rows-by-columns.js';
import { statement } from '../../../../core/db/statement.js';
import { Problem } from '../../../../core/errors/problem.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { ProductTerms } from '../../../../ledger/rules/product-terms.js';
import { LEDGER_KIND } from '../../../../loan-model/ledger-kind.js';

const OWNER = columns('Organization', 'o', ['id', 'isActive']);

/** Locked until the transaction ends: a deactivation waits for writes in progress, and no write begins after it. */
const holdOwner = statement({
  name: 'ledger_loan.hold_organization',
  takes: { organizationId: 'Organization.id' },
  gives: OWNER,
  text: ({ p, scope }) => `
    select ${OWNER} from organization o where o.id = ${p.organizationId} and ${scope('o.id')} for share of o`,
});

/** @throws {Problem} `organization_inactive`; `organization_out_of_scope`, the same for a foreign and a missing id. */
export async function requireActive(tx: Transaction, principal: Principal, organizationId: string): Promise<void> {
  const owner = await tx.first(principal, holdOwner, { organizationId });
  if (owner === undefined) throw new Problem('organization_out_of_scope');
  if (!owner.isActive) throw new Problem('organization_inactive');
}

const LEDGER = columns('LoanSystem', 's', ['code']);

/**
 * The organization's own ledger, or else the built-in one: new loans are booked there. Locked until the transaction
 * ends, so that it is not removed in the meantime.
 */
const holdLedger = statement({
  name: 'ledger_loan.hold_ledger',
  takes: { organizationId: 'Organization.id', kind: 'LoanSystem.kind' },
  gives: LEDGER,
  text: ({ p, scope }) => `
    select ${LEDGER} from loan_system s
     where s.kind = ${p.kind} and s.is_active and ${scope(`${p.organizationId}::text`)}
       and (s.organization_id = ${p.organizationId} or s.organization_id is null)
     order by s.organization_id nulls last limit 1 for share of s`,
});

/** @throws {Problem} `no_ledger` */
export async function requireLedger(tx: Transaction, principal: Principal, organizationId: string): Promise<string> {
  const ledger = await tx.first(principal, holdLedger, { organizationId, kind: LEDGER_KIND });
  if (ledger === undefined) throw new Problem('no_ledger');
  return ledger.code;
}

const PRODUCT = columns('LedgerProduct', 'ledger_product', ['id', 'code', 'currentVersion', 'isActive']);
const TERMS = columns('LedgerProductVersion', 'ledger_product_version', [
  'nsfFeeCents',
  'dayCount',
  'applicationOrder',
  'lateFeeCents',
  'lateFeeGraceDays',
  'chargeOffAtDays',
  'toleranceCents',
  'payoffRule',
  'accrueTo',
]).as<Pick<ProductTerms, 'dayCount' | 'applicationOrder' | 'payoffRule' | 'accrueTo'>>();
export type BookedProduct = RowOf<typeof PRODUCT> & RowOf<typeof TERMS>;

/** A product with the terms for new loans. */
export async function productOf(
  { ledgerProduct, ledgerProductVersion }: ScopedModels,
  organizationId: string,
  named: { readonly id: string } | { readonly code: string },
): Promise<BookedProduct | undefined> {
  const found = await ledgerProduct.findFirst({
    select: selected(PRODUCT),
    where: { organizationId, ...('id' in named ? named : { code: comparedText(named.code) }) },
  });
  if (found === null) return undefined;
  const product = rowOf(PRODUCT, found);
  const version = await ledgerProductVersion.findFirst({
    select: selected(TERMS),
    where: { organizationId, productId: product.id, version: product.currentVersion },
  });
  if (version === null) throw new Error(`product ${product.id} has no version ${product.currentVersion}`);
  return { ...product, ...rowOf(TERMS, version) };
}

/** Which of these are persons of the organization. */
export async function knownPersons(
  { person }: ScopedModels,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await person.findMany({ select: { id: true }, where: { organizationId, id: { in: [...ids] } } });
  return new Set(found.map(({ id }) => id));
}

const OF_ACCOUNT = columnsAs('Account', 'a', { accountId: 'id' });
const LOAN = columns('LedgerLoan', 'l', ['loanNumber', 'productId', 'productVersion', 'nsfFeeCents']);
const OF_PRODUCT = columnsAs('LedgerProduct', 'p', { productCode: 'code' }).orNull();
export type LedgerLoanRow = RowOf<typeof OF_ACCOUNT> & RowOf<typeof LOAN> & RowOf<typeof OF_PRODUCT>;

/** Only the accounts that a ledger keeps. */
const loansOfAccounts = statement({
  name: 'ledger_loan.of_accounts',
  takes: { ids: 'Account.id[]', kind: 'LoanSystem.kind' },
  gives: [OF_ACCOUNT, LOAN, OF_PRODUCT],
  text: ({ p, scope, oneOf }) => `
    select ${OF_ACCOUNT}, ${LOAN}, ${OF_PRODUCT}
      from account a
      join loan_system s on s.code = a.loan_system_code and s.kind = ${p.kind}
      join ledger_loan l on l.organization_id = a.organization_id and l.id = a.external_id
      left join ledger_product p on p.organization_id = l.organization_id and p.id = l.product_id
     where ${oneOf('a.id', 'ids')} and ${scope('a.organization_id')}`,
});

export function ledgerLoansOf(on: Queries, principal: Principal, ids: readonly string[]): Promise<LedgerLoanRow[]> {
  return on.many(principal, loansOfAccounts, { ids, kind: LEDGER_KIND });
}
