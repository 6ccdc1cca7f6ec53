import { PrismaPg } from '@prisma/adapter-pg';
import type { Cursors } from '../../core/db/list-cursors-and-limits.js';
import { rowOf, selected } from '../../core/db/prisma-rows-by-columns.js';
import { LOAN, PRODUCT_TERMS } from '../../ledger/store/stored-loan.js';
import { type Prisma, PrismaClient } from '../../prisma/client/client.js';
import { type Caller, Refused } from './caller.js';
import { pageOf } from './page.js';
import { accountFromPrisma, NO_PRODUCT } from './prisma-account.js';
import { dateOf, numberOf } from './prisma-values.js';
import type { Reads } from './reads.js';
import { positionOf } from './transactions.js';

const PAYMENT = {
  account: false,
  reversals: { where: { status: { not: 'refused' } } },
} satisfies Prisma.CollectedPaymentInclude;
type PaymentRow = Prisma.CollectedPaymentGetPayload<{ include: typeof PAYMENT }>;

const TRANSACTION = {
  id: true,
  organizationId: true,
  accountId: true,
  type: true,
  amountCents: true,
  effectiveAt: true,
  status: true,
} satisfies Prisma.TransactionSelect;
type TransactionRow = Prisma.TransactionGetPayload<{ select: typeof TRANSACTION }>;
const LATEST_FIRST: Prisma.TransactionOrderByWithRelationInput[] = [{ sortOn: 'desc' }, { id: 'desc' }];

const PAYMENTS_LIMIT = 100;

const ofCaller = ({ organizationIds }: Caller) => ({ organizationId: { in: [...organizationIds] } });

/** The same reads by Prisma's models. */
export function prismaReads(connectionString: string, cursors: Cursors): Reads {
  const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString, max: 16 }) });

  async function requireAccount(caller: Caller, id: string): Promise<void> {
    const found = await prisma.account.findFirst({ select: { id: true }, where: { id, ...ofCaller(caller) } });
    if (found === null) throw new Refused(404, 'account_not_found');
  }

  return {
    async payment(caller, id) {
      const found = await prisma.collectedPayment.findFirst({ include: PAYMENT, where: { id, ...ofCaller(caller) } });
      if (found === null) throw new Refused(404, 'payment_not_found');
      return paymentOf(found);
    },
    async paymentsOfAccount(caller, accountId) {
      const rows = await prisma.collectedPayment.findMany({
        include: PAYMENT,
        where: { accountId, ...ofCaller(caller) },
        orderBy: { id: 'desc' },
        take: PAYMENTS_LIMIT + 1,
      });
      const list = { name: 'collected_payments', filters: { account_id: accountId } };
      const { items, page } = pageOf(cursors, caller, list, rows, PAYMENTS_LIMIT, ({ id }) => [id]);
      return { items: items.map(paymentOf), page };
    },
    async account(caller, id) {
      const found = await prisma.account.findFirst({
        include: { organization: true, borrowers: { include: { person: true } } },
        where: { id, loanSystemCode: 'ledger', ...ofCaller(caller) },
      });
      if (found === null) throw new Refused(404, 'account_not_found');
      const { organizationId, externalId } = found;
      const [loan, latest] = await Promise.all([
        prisma.ledgerLoan.findUniqueOrThrow({
          select: { ...selected(LOAN), product: { select: selected(PRODUCT_TERMS) } },
          where: { organizationId_id: { organizationId, id: externalId } },
        }),
        prisma.pastDueSnapshot.findFirst({ where: { organizationId, accountId: id }, orderBy: { asOf: 'desc' } }),
      ]);
      const { product } = loan;
      const terms = product === null ? NO_PRODUCT : rowOf(PRODUCT_TERMS, product);
      return accountFromPrisma(found, { ...rowOf(LOAN, loan), ...terms }, latest);
    },
    async transactionsOfAccount(caller, accountId, limit) {
      const where = { accountId, ...ofCaller(caller) };
      const args = { select: TRANSACTION, where, orderBy: LATEST_FIRST, take: limit + 1 };
      const rows = await prisma.transaction.findMany(args);
      if (rows.length === 0) await requireAccount(caller, accountId);
      const filters = { organizationId: null, from: null, to: null, accountId };
      const list = { name: 'transactions_of_account', filters };
      return pageOf(cursors, caller, list, rows.map(transactionOf), limit, positionOf);
    },
    async cashReceipts(caller, limit) {
      const where = { type: 'payment', OR: [{ status: null }, { status: { not: 'deleted' } }], ...ofCaller(caller) };
      const args = { select: TRANSACTION, where, orderBy: LATEST_FIRST, take: limit + 1 };
      const rows = (await prisma.transaction.findMany(args)).map(transactionOf);
      const filters = { organizationId: null, from: null, to: null, bucket: null };
      return pageOf(cursors, caller, { name: 'report.crr', filters }, rows, limit, positionOf);
    },
  };
}

function transactionOf(row: TransactionRow) {
  return {
    transaction_id: row.id,
    organization_id: row.organizationId,
    account_id: row.accountId,
    type: row.type,
    amount_cents: numberOf(row.amountCents),
    effective_at: dateOf(row.effectiveAt),
    status: row.status,
  };
}

function paymentOf(row: PaymentRow) {
  const [reversal] = row.reversals;
  return {
    payment_id: row.id,
    organization_id: row.organizationId,
    account_id: row.accountId,
    amount_cents: numberOf(row.amountCents),
    payment_method: row.paymentMethod,
    check_number: numberOf(row.checkNumber),
    status: row.status,
    effective_date: dateOf(row.effectiveDate),
    external_reference: row.externalReference,
    memo: row.memo,
    reference_number: numberOf(row.referenceNumber),
    posted_at: row.postedAt,
    created_at: row.createdAt,
    possible_duplicate_of: row.possibleDuplicateOf,
    reversal:
      reversal === undefined
        ? null
        : {
            reversed_at: reversal.reversedAt,
            reason: reversal.reason,
            is_nsf: reversal.isNsf,
            reference_number: numberOf(reversal.referenceNumber),
            reversed_by: reversal.reversedBy,
          },
  };
}
