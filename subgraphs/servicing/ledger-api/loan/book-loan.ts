import type { LoanSystems } from '../../../../connectors/loan-systems/registry.js';
import { recordAudit } from '../../../../core/audit/record.js';
import { businessToday } from '../../../../core/business-time/business-clock.js';
import { checkedOrEarlier } from '../../../../core/contract/checked-write.js';
import {
  type BookLoanBody,
  bookLoanBody,
  earlierBookLoanBody,
} from '../../../../core/contract/ledger-request-bodies.js';
import type { Transaction } from '../../../../core/db/database.js';
import { invalid, Problem } from '../../../../core/errors/problem.js';
import { wrongValue } from '../../../../core/errors/validation.js';
import { fingerprint } from '../../../../core/idempotency/fingerprint.js';
import { type OnceAnswer, type WriteOnceParts, writeOnce } from '../../../../core/idempotency/write-once.js';
import { limitToOrganization, type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { Clock } from '../../../../core/time/clock.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { openLedgerAccount } from '../../../../ledger/open-account.js';
import { termsOf, wrongDates } from './booked-terms.js';
import { type Booking, keptBooking, writtenBooking } from './booking-response.js';
import { requireActive, requireLedger } from './ledger-loan.reads.store.js';
import { namedProduct } from './product-named-by-booking.js';
import { unknownBorrowers, writeBorrowers } from './write-borrowers.js';

export interface LoanBookerParts extends WriteOnceParts {
  readonly clock: Clock;
  readonly systems: LoanSystems;
}

export const BOOK_LEDGER_LOAN = 'book_ledger_loan';

/** Books loans in an organization's ledger, exactly one per key. */
export class LoanBooker {
  constructor(private readonly parts: LoanBookerParts) {}

  /**
   * Books a pending loan: nothing is owed until it is disbursed.
   *
   * @throws {Problem} `insufficient_scope`, `validation_failed`, `organization_out_of_scope`, `organization_inactive`,
   *   `no_ledger`, `loan_number_in_use`, `idempotency_conflict`, `idempotency_in_progress`
   */
  async book(
    principal: Principal,
    request: { readonly idempotencyKey: string; readonly body: unknown },
  ): Promise<OnceAnswer<Booking>> {
    requireScope(principal, 'ledger:write');
    const { body, refusal } = checkedOrEarlier(bookLoanBody, earlierBookLoanBody, request);
    const organizationId = organizationOf(principal, body);
    const caller = limitToOrganization(principal, organizationId);
    // A caller with one organization may omit it; with or without it, the request is the same.
    const mark = fingerprint([], { ...body, organization_id: null });
    const booked = await writeOnce(this.parts, caller, {
      request: { organizationId, operation: BOOK_LEDGER_LOAN, fingerprint: mark },
      idempotencyKey: request.idempotencyKey,
      // A repeated key writes nothing new.
      write: async (tx, accountId) => {
        if (refusal !== undefined) throw refusal;
        return this.#bookIn(tx, caller, { organizationId, accountId }, body);
      },
      kept: keptBooking,
    });
    // The ledger may have been added a moment ago. Refreshing makes sure that the next read in this process finds it.
    await this.parts.systems.present(booked.resource.loanSystemCode);
    return booked;
  }

  async #bookIn(
    tx: Transaction,
    principal: Principal,
    { organizationId, accountId }: { readonly organizationId: string; readonly accountId: string },
    body: BookLoanBody,
  ) {
    const { clock } = this.parts;
    await requireActive(tx, principal, organizationId);
    const loanSystemCode = await requireLedger(tx, principal, organizationId);
    const named = await namedProduct(tx.models(principal), organizationId, body);
    const today = await businessToday(tx, clock, organizationId);
    const issues = [
      ...wrongDates(body, today),
      ...named.issues,
      ...(await unknownBorrowers(tx, principal, organizationId, body.borrowers)),
    ];
    if (issues.length > 0) throw invalid(issues);
    const borrowers = await writeBorrowers(tx, principal, organizationId, body.borrowers);
    const terms = termsOf(body, named.product);
    const account = {
      accountId,
      loanSystemCode,
      loan: { ...terms, id: accountId, organizationId },
      borrowers,
      externalContractNumber: body.loan_number,
      externalAccountNumber: body.loan_number,
      openedAt: isoInstant(clock.now()),
      bookedOn: today,
    };
    if ((await openLedgerAccount(tx, account)) === 'loan_number_in_use') throw new Problem('loan_number_in_use');
    const persons = borrowers.map(({ personId, role }) => ({ personId, role }));
    const after = { organizationId, loanSystemCode, ...terms, borrowers: persons };
    await recordAudit(tx, clock, principal, {
      action: 'ledger_loan.book',
      subject: accountId,
      organizationId,
      after,
    });
    return {
      resource: { accountId, loanSystemCode },
      written: writtenBooking(account, borrowers, named.product),
    };
  }
}

/** @throws {Problem} `validation_failed` when it is omitted and the caller has several; `organization_out_of_scope` */
function organizationOf(principal: Principal, { organization_id: named }: BookLoanBody): string {
  if (named) {
    limitToOrganization(principal, named);
    return named;
  }
  const [only, ...others] = principal.organizationIds === 'all' ? [] : principal.organizationIds;
  if (only !== undefined && others.length === 0) return only;
  throw invalid([wrongValue('organization_id', 'it is required for a caller with several organizations', null)]);
}
