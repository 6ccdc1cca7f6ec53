import type { RegisteredSystem } from '../../../../connectors/loan-systems/registry.js';
import type { Transaction } from '../../../../core/db/database.js';
import { addDays } from '../../../../core/time/dates.js';
import { compareSides } from './compare-sides.js';
import { startOf } from './comparison-days.js';
import type { LoanSystemStep } from './comparison-step-names.js';
import { postingDifferences, postingSums } from './posting-differences.reads.store.js';
import { type ReadLoan, type ReadLoans, readLoans } from './read-loans.js';
import type { ComparisonPosition, Entry, LoanMark, PageRead, Side } from './side-interface.js';
import {
  changedLoans,
  listDifferentLoans,
  listLoans,
  listUnreadLoans,
  loansToRead,
  postedLoans,
  postingsToLookUp,
  stageLedgerOurs,
  stageLedgerPage,
} from './staged-entries-and-loans.store.js';

/** A loan system: its postings compared with Tributary's payments and runs. */
export const LOAN_SYSTEM: Side<LoanSystemStep, RegisteredSystem> = {
  days: 'business',
  // The system of a sandbox lists nothing.
  firstStep: ({ embedded }, kind) => (embedded !== undefined || kind !== 'sandbox' ? 'list' : 'look_ups'),
  steps: {
    list,
    entries: readLedgerPage,
    heads: readHeads,
    loans: readListedLoans,
    look_ups: lookUpPostings,
    compare: (at) => compareSides(at, postingDifferences),
  },
  sums: postingSums,
};

type Page = PageRead<LoanSystemStep>;
type Next = Pick<Extract<Page, { kind: 'read' }>, 'step' | 'place'>;

/** Stages Tributary's side: for the ledger the postings themselves, for another system the loans to read. */
async function list(
  { principal, look, key }: ComparisonPosition,
  { embedded, source }: RegisteredSystem,
): Promise<Page> {
  if (embedded !== undefined) {
    return { kind: 'read', step: 'entries', place: '', write: (tx) => tx.many(principal, stageLedgerOurs, key) };
  }
  if (source === undefined) return { kind: 'unanswered' };
  const write = async (tx: Transaction): Promise<void> => {
    await listPosted(tx, { principal, look, key });
    await tx.many(principal, listDifferentLoans, key);
    await tx.many(principal, listUnreadLoans, { ...key, code: look.subject });
  };
  return { kind: 'read', step: 'heads', place: '', write };
}

/** Number of loans staged at once. */
const LOANS_AT_ONCE = 50_000;

async function listPosted(tx: Transaction, { principal, look, key }: Omit<ComparisonPosition, 'db'>): Promise<void> {
  for (let afterLoan = ''; ; ) {
    const posted = await tx.many(principal, postedLoans, { ...key, afterLoan, limit: LOANS_AT_ONCE });
    const externalIds = posted.map(({ loan }) => loan);
    await tx.many(principal, listLoans, { ...key, code: look.subject, externalIds });
    const last = externalIds.at(-1);
    if (last === undefined || externalIds.length < LOANS_AT_ONCE) return;
    afterLoan = last;
  }
}

const ENTRIES_AT_A_TIME = 10_000;

/** A page of the ledger's journal, copied within the database: its end is known only after it is written. */
async function readLedgerPage({ db, principal, look, key }: ComparisonPosition): Promise<Page> {
  const [afterDay = look.firstDay, afterNumber = '0'] = look.place === '' ? [] : look.place.split(' ');
  const request = { ...key, afterDay, afterNumber: Number(afterNumber), limit: ENTRIES_AT_A_TIME };
  // Written at once: a repeated page stages the same rows, even after a crash between it and the comparison's next
  // position.
  const last = await db.transaction((tx: Transaction) => tx.first(principal, stageLedgerPage, request));
  if (last === undefined || last.entries < ENTRIES_AT_A_TIME) return { kind: 'read', step: 'compare', place: '' };
  return { kind: 'read', step: 'entries', place: `${last.day} ${last.number}` };
}

/** Loans listed, and loans read, per stored position. */
const HEADS_AT_A_TIME = 100;
const LOANS_AT_A_TIME = 25;

/**
 * A page of the system's list of loans: loans changed since they were last read are read again. The revisions stored
 * are those from before the reading, so that the next comparison misses no change made in between.
 */
async function readHeads({ db, principal, look }: ComparisonPosition, { source }: RegisteredSystem): Promise<Page> {
  if (source === undefined) return { kind: 'unanswered' };
  const since = look.isFirst ? null : startOf(addDays(look.firstDay, -1));
  const listed = await source.heads({ since, page: look.place === '' ? null : look.place, limit: HEADS_AT_A_TIME });
  if (listed.kind === 'unavailable') return { kind: 'unanswered' };
  const { heads, next } = listed.value;
  const changed = await db.many(principal, changedLoans, {
    organizationId: look.organizationId,
    code: look.subject,
    externalIds: heads.map(({ externalId }) => externalId),
    revisions: heads.map(({ revision }) => revision),
  });
  const ids = new Set(changed.map(({ externalId }) => externalId));
  const read = await readLoans(
    source,
    heads.filter(({ externalId }) => ids.has(externalId)),
  );
  return loansPage(read, next === null ? { step: 'loans', place: '' } : { step: 'heads', place: next });
}

/** A page of the loans that Tributary posted to and that the list did not include. */
async function readListedLoans(
  { db, principal, look, key }: ComparisonPosition,
  { source }: RegisteredSystem,
): Promise<Page> {
  if (source === undefined) return { kind: 'unanswered' };
  const loans = await db.many(principal, loansToRead, { ...key, afterId: look.place, limit: LOANS_AT_A_TIME });
  const last = loans.at(-1);
  if (last === undefined) return { kind: 'read', step: 'compare', place: '' };
  const read = await readLoans(
    source,
    loans.map(({ externalId }) => ({ externalId, revision: null })),
  );
  return loansPage(read, { step: 'loans', place: last.externalId });
}

function loansPage({ loans, isAll }: ReadLoans, next: Next): Page {
  // An unreadable loan is counted once, with the page that is read to its end.
  const kept = isAll ? loans : loans.filter(({ entries }) => entries !== undefined);
  const read = { entries: kept.flatMap(({ entries }) => entries ?? []), loans: kept.map(markOf) };
  return isAll ? { kind: 'read', ...next, ...read } : { kind: 'unanswered', ...read };
}

function markOf({ externalId, revision, entries }: ReadLoan): LoanMark {
  return { externalId, revision, isRead: entries !== undefined };
}

const POSTINGS_AT_A_TIME = 100;

/**
 * A system that lists nothing: each of Tributary's postings is looked up under its reference. Other postings, and
 * whether a posting was reversed, are not visible.
 */
async function lookUpPostings(
  { db, principal, look, key }: ComparisonPosition,
  system: RegisteredSystem,
): Promise<Page> {
  const { organizationId } = look;
  const request = { ...key, afterReference: look.place, limit: POSTINGS_AT_A_TIME };
  const postings = await db.many(principal, postingsToLookUp, request);
  const last = postings.at(-1);
  if (last === undefined) return { kind: 'read', step: 'compare', place: '' };
  const entries: Entry[] = [];
  const unread = new Set<string>();
  for (const { reference, postingReference, accountId, loan, isReversed } of postings) {
    const found = await system.findPosting({ organizationId, accountId, externalId: loan }, postingReference);
    if (found.kind === 'unavailable' && found.isWell !== true) return { kind: 'unanswered' };
    if (found.kind === 'unavailable') unread.add(loan);
    if (found.kind === 'unavailable' || found.value === 'absent') continue;
    const { externalId, amountCents, effectiveOn } = found.value;
    entries.push({ about: 'payment', externalId, reference, amountCents, isReversed, effectiveOn, loan });
  }
  const loans = [...unread].map((externalId) => ({ externalId, revision: null, isRead: false }));
  return { kind: 'read', step: 'look_ups', place: last.reference, entries, loans };
}
