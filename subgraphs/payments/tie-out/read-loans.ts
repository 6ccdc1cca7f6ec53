import type { LoanSource, LoanSystem, Reached } from '../../../connectors/loan-systems/port.js';
import type { LoanHead, SourceTransaction, TransactionPage } from '../../../connectors/loan-systems/source.js';
import type { Principal } from '../../../core/auth/principal.js';
import { addDays } from '../../../core/dates.js';
import type { Database } from '../../../core/db/database.js';
import { ID_PATTERN } from '../../../core/ids.js';
import { startOf } from './days.js';
import { type Entry, writeEntries } from './entries.js';
import type { Look } from './look.store.js';
import { keyOf, type PageRead } from './page.js';
import { changedLoans, loansToRead, markLoans } from './staging.store.js';

interface Parts {
  readonly db: Database;
}

/** Loans listed, and loans read, between two places that a look goes on from. */
const HEADS_AT_A_TIME = 100;
const LOANS_AT_A_TIME = 25;

/**
 * A page of the system's list of loans: those that are not as they were when they were last read are read. Their revisions are those
 * of before the reading, so that nothing that changes meanwhile is passed over by the next look.
 */
export async function readHeads(
  { db }: Parts,
  principal: Principal,
  look: Look,
  { source }: LoanSystem,
): Promise<PageRead> {
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
  return written(look, read, next === null ? { step: 'loans', place: '' } : { step: 'heads', place: next });
}

/** A page of the loans that something of ours was posted to, and that the list did not bring. */
export async function readListedLoans(
  { db }: Parts,
  principal: Principal,
  look: Look,
  { source }: LoanSystem,
): Promise<PageRead> {
  if (source === undefined) return { kind: 'unanswered' };
  const request = { ...keyOf(look), afterId: look.place, limit: LOANS_AT_A_TIME };
  const loans = await db.many(principal, loansToRead, request);
  const last = loans.at(-1);
  if (last === undefined) return { kind: 'read', step: 'compare', place: '' };
  const read = await readLoans(
    source,
    loans.map(({ externalId }) => ({ externalId, revision: null })),
  );
  return written(look, read, { step: 'loans', place: last.externalId });
}

interface ReadLoan {
  readonly externalId: string;
  readonly revision: string | null;
  /** Undefined: its system is there, and would not tell of this one. */
  readonly entries: readonly Entry[] | undefined;
}

/** One after the other, as much as the system's own guard lets through. Undefined: it does not answer. */
async function readLoans(
  source: LoanSource,
  loans: readonly { readonly externalId: string; readonly revision: LoanHead['revision'] | null }[],
): Promise<readonly ReadLoan[] | undefined> {
  const read: ReadLoan[] = [];
  for (const { externalId, revision } of loans) {
    const entries = await entriesOf(source, externalId);
    if (entries === 'unanswered') return undefined;
    read.push({ externalId, revision, entries: entries === 'untold' ? undefined : entries });
  }
  return read;
}

async function entriesOf(source: LoanSource, externalId: string): Promise<readonly Entry[] | 'unanswered' | 'untold'> {
  const entries: Entry[] = [];
  let place: string | null = null;
  do {
    const read: Reached<TransactionPage> = await source.transactions(externalId, place);
    if (read.kind === 'unavailable') return whyNot(source, externalId);
    entries.push(...read.value.transactions.filter(isOurs).map((one) => entryOf(one, externalId)));
    place = read.value.next;
  } while (place !== null);
  return entries;
}

/** A loan that is gone holds nothing; one that is there, and whose transactions are not told, is not compared. */
async function whyNot(source: LoanSource, externalId: string): Promise<readonly Entry[] | 'unanswered' | 'untold'> {
  const loan = await source.loan(externalId);
  if (loan.kind === 'answered') return loan.value === 'absent' ? [] : 'untold';
  return loan.isWell ? 'untold' : 'unanswered';
}

/** It carries a reference of the form of ours. What took it back is told by its own state. */
function isOurs({ type, reference }: SourceTransaction): boolean {
  return type === 'payment' && reference !== null && ID_PATTERN.test(reference);
}

function entryOf({ externalId, reference, amountCents, status, effectiveAt }: SourceTransaction, loan: string): Entry {
  return {
    externalId,
    reference: reference ?? '',
    amountCents: amountCents === null ? null : Math.abs(amountCents),
    isReversed: status === 'reversed',
    effectiveOn: effectiveAt,
    loan,
  };
}

function written(
  look: Look,
  read: readonly ReadLoan[] | undefined,
  next: Pick<Extract<PageRead, { kind: 'read' }>, 'step' | 'place'>,
): PageRead {
  if (read === undefined) return { kind: 'unanswered' };
  const told = read.filter(({ entries }) => entries !== undefined);
  return {
    kind: 'read',
    ...next,
    loansRead: told.length,
    loansUnread: read.length - told.length,
    write: async (tx, principal) => {
      const entries = read.flatMap((loan) => loan.entries ?? []);
      await writeEntries(tx, principal, look, 'payment', entries);
      if (read.length === 0) return;
      await tx.many(principal, markLoans, {
        ...keyOf(look),
        code: look.subject,
        externalIds: read.map(({ externalId }) => externalId),
        revisions: read.map(({ revision }) => revision),
        read: read.map(({ entries: found }) => String(found !== undefined)),
      });
    },
  };
}
