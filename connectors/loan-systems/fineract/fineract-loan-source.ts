import type {
  HeadPage,
  HeadsRequest,
  ListedLoan,
  SourceBorrower,
  SourceLoan,
  SourcePerson,
  SourceTransaction,
  TransactionPage,
} from '../../../loan-model/loan-source-types.js';
import type { LoanSource, Reached } from '../../../loan-model/port.js';
import { NO_LOAN } from './business-day.js';
import { createAuditChanges } from './changes-by-audits.js';
import { concerningSystem } from './fineract-api.js';
import type { FineractContext } from './fineract-context.js';
import { createLoanBatches, loanInBatch } from './loan-batches.js';
import { revisionOf } from './loan-change-digest.js';
import { asSourceLoan, unsupportedCurrency } from './loan-mapping.js';
import { client, type FineractTransaction, group, loanDetail, loanPage, transactionRows } from './response-schemas.js';
import { normalized } from './transaction-mapping.js';

const NO_CLIENT = /^error\.msg\.(?:client|group)\.(?:id\.invalid|not\.found\.with\.client\.id)$/;
const GROUP = /^group:(\d+)$/;

export function createFineractSource(desk: FineractContext): LoanSource {
  const together = transactionsWithLoan(desk);
  return {
    heads: (request) => heads(desk, request),
    loan: (externalId, listed) => loan(desk, externalId, together, listed),
    transactions: (externalId, page) => transactions(desk, externalId, page),
    person: (externalId) => person(desk, externalId),
    sets: createLoanBatches(desk, () => ({
      associations: associationsOf(together.isWanted()),
      isWhole: together.isWanted(),
    })),
    changes: createAuditChanges(desk),
    personsChangeAlone: true,
  };
}

function associationsOf(isWhole: boolean): string {
  return isWhole ? 'repaymentSchedule,transactions' : 'repaymentSchedule';
}

/**
 * Where the next page begins: the number of rows before it, and the id of the last one. Fineract pages by offset: when
 * a loan is deleted between two pages, all later loans move up, and the offset would skip one.
 */
interface Place {
  readonly offset: number;
  readonly lastId: number;
}

async function heads(desk: FineractContext, { page, limit }: HeadsRequest): Promise<Reached<HeadPage>> {
  const { lastId, offset: from } = placeOf(page);
  // Reads the previous page's last row again: if it is still first, nothing has moved up.
  for (let offset = Math.max(from - 1, 0); ; offset = Math.max(offset - limit, 0)) {
    const query = { offset, limit: limit + 1, orderBy: 'id', sortOrder: 'ASC' };
    const read = await desk.api.read({ path: ['loans'], query, schema: loanPage });
    if (read.kind === 'unavailable') return concerningSystem(read);
    if (read.value === 'absent') return { kind: 'unavailable' };
    const rows = read.value.pageItems ?? [];
    const [first] = rows;
    if (offset > 0 && (first === undefined || first.id > lastId)) continue;
    const fresh = rows.filter(({ id }) => id > lastId).slice(0, limit);
    const last = fresh.at(-1);
    const seen = offset + (last === undefined ? rows.length : rows.indexOf(last) + 1);
    const next = last === undefined || seen >= read.value.totalFilteredRecords ? null : `${seen}:${last.id}`;
    const found = fresh.map((row) => ({ externalId: String(row.id), revision: revisionOf(row, desk.epochDay()) }));
    return { kind: 'answered', value: { heads: found, next } };
  }
}

function placeOf(page: string | null): Place {
  const [offset = 0, lastId = 0] = (page ?? '0:0').split(':').map(Number);
  return { offset, lastId };
}

/** Whether loans are read with their transactions. */
interface TransactionsWithLoan {
  isWanted(): boolean;
  /** @param rows - the transactions that came with a loan, of which `listed` are shown. */
  came(rows: number, listed: number): void;
}

/** More accounting entries than this in one loan cost more than the second call that leaves them out. */
const MOST_ENTRIES = 200;

/**
 * A loan's answer includes its transactions on request: one call less. But it then has all accounting entries, which the
 * list of transactions leaves out, where a server has that list.
 */
function transactionsWithLoan({ transactions }: FineractContext): TransactionsWithLoan {
  let haveManyEntries = false;
  return {
    isWanted: () => !haveManyEntries || !transactions.hasPages(),
    came: (rows, listed) => {
      haveManyEntries ||= rows - listed > MOST_ENTRIES;
    },
  };
}

async function loan(
  desk: FineractContext,
  externalId: string,
  together: TransactionsWithLoan,
  listed: ListedLoan | undefined,
): Promise<Reached<SourceLoan | 'absent'>> {
  const found = listed === undefined ? undefined : loanInBatch(listed);
  const isWhole = found?.isWhole ?? together.isWanted();
  const query = { associations: associationsOf(isWhole) };
  const [today, read] = await Promise.all([
    desk.recentBusinessDay(),
    found === undefined
      ? desk.api.read({ path: ['loans', externalId], query, schema: loanDetail, absence: NO_LOAN })
      : ({ kind: 'answered', value: found.loan } as const),
  ]);
  if (read.kind === 'unavailable') return read;
  if (today.kind === 'unavailable') return concerningSystem(today);
  if (read.value === 'absent') return { kind: 'answered', value: 'absent' };
  const revision = revisionOf(read.value, desk.epochDay());
  const { 'time-zone': timeZone, 'contract-numbers': contractNumbers } = desk.settings;
  const value = asSourceLoan(read.value, { revision, today: today.value, timeZone, contractNumbers });
  const about = { loan_system: desk.code, loan: externalId };
  if (value === undefined) {
    const why = unsupportedCurrency(read.value) ?? 'fraction_of_a_cent';
    desk.logger.error({ ...about, why }, 'a loan is not supported: it is not in dollars, or not in whole cents');
    return { kind: 'unavailable', isWell: true };
  }
  if (value.statusCode === 'unknown')
    desk.logger.error({ ...about, status: value.sourceStatus }, 'unknown loan status');
  const members = await coBorrowers(desk, read.value.clientId ? undefined : read.value.group?.id);
  if (members.kind === 'unavailable') return members;
  const borrowers = [...value.borrowers, ...members.value];
  const rows = transactionRows.safeParse(read.value.transactions ?? []);
  if (!isWhole || !rows.success) return { kind: 'answered', value: { ...value, borrowers } };
  const transactions = sourceTransactions(desk, externalId, rows.data);
  together.came(rows.data.length, transactions.length);
  return { kind: 'answered', value: { ...value, borrowers, transactions } };
}

/** The members of the group that holds a loan, if the operator has configured that they owe it too. */
async function coBorrowers(
  desk: FineractContext,
  groupId: number | undefined,
): Promise<Reached<readonly SourceBorrower[]>> {
  if (groupId === undefined || desk.settings['group-co-borrowers'] === 'none') return { kind: 'answered', value: [] };
  const query = { associations: 'clientMembers' };
  const read = await desk.api.read({ path: ['groups', groupId], query, schema: group, absence: NO_CLIENT });
  if (read.kind === 'unavailable') return read;
  const members = read.value === 'absent' ? [] : (read.value.clientMembers ?? []);
  const ids = new Set(members.map(({ id }) => String(id)));
  return { kind: 'answered', value: [...ids].map((externalId) => ({ externalId, role: 'co_borrower' })) };
}

async function transactions(
  desk: FineractContext,
  externalId: string,
  page: string | null,
): Promise<Reached<TransactionPage>> {
  const read = await desk.transactions.page(externalId, page);
  if (read.kind === 'unavailable') return read;
  const found = sourceTransactions(desk, externalId, read.value.rows);
  return { kind: 'answered', value: { transactions: found, next: read.value.next } };
}

function sourceTransactions(
  desk: FineractContext,
  externalId: string,
  rows: readonly FineractTransaction[],
): readonly SourceTransaction[] {
  const methods = methodsOf(desk.settings['payment-types']);
  const report = (oddity: object) =>
    desk.logger.error(
      { loan_system: desk.code, loan: externalId, ...oddity },
      'a transaction could not be fully mapped',
    );
  return rows.flatMap((row) =>
    normalized(row, report, methods).map((one) => ({ ...one, entered: row.id, reference: row.externalId ?? null })),
  );
}

/** The server's payment type ids, mapped to Tributary's payment methods. */
function methodsOf(types: ReadonlyMap<string, number>): ReadonlyMap<number, string> {
  return new Map([...types].map(([method, id]) => [id, method]));
}

async function person(desk: FineractContext, externalId: string): Promise<Reached<SourcePerson | 'absent'>> {
  const groupId = GROUP.exec(externalId)?.[1];
  return groupId === undefined ? personOfClient(desk, externalId) : personOfGroup(desk, externalId, groupId);
}

async function personOfClient(desk: FineractContext, externalId: string): Promise<Reached<SourcePerson | 'absent'>> {
  const read = await desk.api.read({ path: ['clients', externalId], schema: client, absence: NO_CLIENT });
  if (read.kind === 'unavailable') return read;
  if (read.value === 'absent') return { kind: 'answered', value: 'absent' };
  const addresses = await desk.addresses(externalId);
  if (addresses.kind === 'unavailable') return addresses;
  const { displayName, emailAddress, mobileNo } = read.value;
  const contact = { displayName, email: emailAddress ?? null, phone: mobileNo ?? null };
  const value = { externalId, ...contact, addresses: addresses.value };
  return { kind: 'answered', value };
}

async function personOfGroup(
  desk: FineractContext,
  externalId: string,
  id: string,
): Promise<Reached<SourcePerson | 'absent'>> {
  const read = await desk.api.read({ path: ['groups', id], schema: group, absence: NO_CLIENT });
  if (read.kind === 'unavailable') return read;
  if (read.value === 'absent') return { kind: 'answered', value: 'absent' };
  const value = { externalId, displayName: read.value.name, email: null, phone: null, addresses: [] };
  return { kind: 'answered', value };
}
