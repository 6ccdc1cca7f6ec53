import { withoutContactData } from '../../../../core/audit/contact-digests.js';
import { recordAudit } from '../../../../core/audit/record.js';
import { businessToday } from '../../../../core/business-time/business-clock.js';
import { type AccountNoteBody, accountNoteBody } from '../../../../core/contract/account-note.js';
import { checkedOptionalKeyWrite } from '../../../../core/contract/checked-write.js';
import { maskedName } from '../../../../core/contract/stored-text.js';
import type { Transaction } from '../../../../core/db/database.js';
import { lockAgainstErasure } from '../../../../core/erasure/erased-placeholders-and-digests.js';
import { invalid, Problem } from '../../../../core/errors/problem.js';
import { wrongValue } from '../../../../core/errors/validation.js';
import type { ActAnswer } from '../../../../core/idempotency/create-once-keeping-only-ids.js';
import { newId } from '../../../../core/ids/ids.js';
import { type Principal, requireRole } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { addDays, type IsoDate, isoInstant } from '../../../../core/time/dates.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import { rollForward } from '../../../../ledger/rules/business-day.js';
import { addToLoan, type LoanOfAct } from '../add-to-loan.js';
import { releaseLoan } from '../collection/collection.store.js';
import { noteById } from './note.reads.store.js';
import type { AccountNote } from './note.type.js';
import { shownNote } from './shown-note.js';

export type NoteAdderParts = Pick<ServiceParts, 'db' | 'clock' | 'clientKeys' | 'contactDigests'>;

export interface NewNoteRequest {
  readonly accountId: string;
  readonly idempotencyKey: string | null | undefined;
  readonly body: unknown;
}

/** A promise further ahead is an agreement, not a promise. */
const LONGEST_PROMISE_DAYS = 366;

/** Adds operators' notes to loans. */
export class NoteAdder {
  constructor(private readonly parts: NoteAdderParts) {}

  /**
   * Audited; the audit log has the text as a digest only.
   *
   * @throws {Problem} `insufficient_scope`, `validation_failed`, `account_not_found`, `idempotency_conflict`,
   *   `idempotency_in_progress`
   */
  async add(
    principal: Principal,
    { accountId, idempotencyKey, body: given }: NewNoteRequest,
  ): Promise<ActAnswer<{ readonly note: AccountNote }>> {
    requireRole(principal, 'agent');
    const body = checkedOptionalKeyWrite(accountNoteBody, given, idempotencyKey);
    return addToLoan(this.parts, principal, accountId, {
      ...{ operation: 'add_account_note', idempotencyKey, body },
      insert: (tx, caller, loan) => this.#insert(tx, caller, loan, body),
      read: async (tx, caller, id) => ({ note: await this.#note(tx, caller, id) }),
    });
  }

  async #insert(
    tx: Transaction,
    caller: Principal,
    { organizationId, accountId }: LoanOfAct,
    { kind, text, promised_cents, promised_on }: AccountNoteBody,
  ): Promise<string> {
    const { clock, contactDigests } = this.parts;
    // Serializes with erasures: an erasure either removes this text, or was finished before it was written.
    await tx.first(caller, lockAgainstErasure, { organizationId });
    const notedOn = await businessToday(tx, clock, organizationId);
    const promisedOn = promised_on ?? null;
    if (promisedOn !== null) requireWithin(promisedOn, notedOn);
    const now = clock.now();
    const id = newId(now.epochMilliseconds);
    const promise = {
      promisedCents: promised_cents ?? null,
      promisedOn,
      promiseEndsOn: promisedOn === null ? null : rollForward(promisedOn),
    };
    await tx.models(caller).accountNote.create({
      select: { id: true },
      data: {
        ...{ id, organizationId, accountId, kind, text, promisedCents: promise.promisedCents },
        notedOn: new Date(notedOn),
        promisedOn: dateOrNull(promisedOn),
        promiseEndsOn: dateOrNull(promise.promiseEndsOn),
        writtenBy: caller.actor,
        writtenByName: caller.name === undefined ? null : maskedName(caller.name),
        createdAt: isoInstant(now),
      },
    });
    // The agent is done with the loan for today: the collection queue offers it again tomorrow, or on the agreed day.
    const done = { followUpOn: addDays(notedOn, 1), skipReason: null, keepsLaterDay: true };
    await tx.first(caller, releaseLoan, { organizationId, accountId, actor: caller.actor, ...done });
    const after = withoutContactData(contactDigests, { accountId, kind, text, ...promise }, ['text']);
    await recordAudit(tx, clock, caller, { action: 'account_note.add', subject: id, organizationId, after });
    return id;
  }

  async #note(tx: Transaction, caller: Principal, id: string): Promise<AccountNote> {
    const row = await tx.first(caller, noteById, { id, today: servicingDate(this.parts.clock.now()) });
    if (row === undefined) throw new Problem('account_not_found');
    return shownNote(row);
  }
}

function requireWithin(promisedOn: IsoDate, today: IsoDate): void {
  if (promisedOn >= today && promisedOn <= addDays(today, LONGEST_PROMISE_DAYS)) return;
  const rule = `the day must be today or later, within ${LONGEST_PROMISE_DAYS} days`;
  throw invalid([wrongValue('promised_on', rule, promisedOn)]);
}

function dateOrNull(day: IsoDate | null): Date | null {
  return day === null ? null : new Date(day);
}
