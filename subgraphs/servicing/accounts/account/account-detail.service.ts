import type { LoanSystems } from '../../../../connectors/loan-systems/registry.js';
import { businessClock, businessToday } from '../../../../core/business-time/business-clock.js';
import type { NotPayableReason } from '../../../../core/contract/account-enumerations.js';
import { Problem } from '../../../../core/errors/problem.js';
import { rowById } from '../../../../core/graphql/batched-reads.js';
import { isId } from '../../../../core/ids/ids.js';
import type { Cents } from '../../../../core/money.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import type { LoanReference, LoanSystem, PayoffQuote, Reached } from '../../../../loan-model/port.js';
import type { AccountRow } from './account.reads.store.js';
import { shownTo } from './account.service.js';
import { type AccountDetailRow, accountDetailsByIds, wholeAccount } from './account-detail.reads.store.js';
import { borrowersOfAccounts, type ShownBorrower } from './borrower.reads.store.js';
import { daysPastDue } from './days-past-due.js';
import { mapWithLimit } from './map-with-limited-concurrency.js';
import { notPayableReason } from './not-payable-reason.js';

/** What the detailed record adds to the list row. */
export interface AccountDetail extends AccountDetailRow {
  readonly daysPastDue: number | null;
  /** Read from the account's loan system; null while it does not answer. */
  readonly businessDay: IsoDate | null;
}

/**
 * An account with all its own fields: its list row, its details and its borrowers; an account of the ledger, whose loan
 * is read with it, also with whether it takes payments.
 */
export interface WholeAccount extends AccountRow, AccountDetail, Partial<PaymentAvailability> {
  readonly contract: AccountDetailRow;
  readonly borrowers: readonly ShownBorrower[];
}

/** The payoff amount. */
export interface Payoff {
  readonly amountCents: Cents;
  /** The business day for which the quote is valid. */
  readonly asOf: IsoDate;
}

/** Whether the loan takes payments now, according to its loan system. Recording a payment makes the same check. */
export interface PaymentAvailability {
  /** Null while the loan system does not answer. */
  readonly acceptsPayments: boolean | null;
  /** Null for a loan that takes payments, and while its loan system does not answer. */
  readonly notPayableReason: NotPayableReason | null;
  /** Null for a loan that takes no payments, and while its loan system does not answer. */
  readonly payoff: Payoff | null;
}

const NOT_ANSWERED: PaymentAvailability = { acceptsPayments: null, notPayableReason: null, payoff: null };

/** How many quotes one request may fetch at a time. A long list must not delay payments that are being posted. */
const QUOTES_AT_A_TIME = 8;

interface Parts extends Pick<ServiceParts, 'db' | 'clock'> {
  readonly systems: LoanSystems;
}

/**
 * Reads what the detailed account record adds. When a loan system does not answer, its fields are null and the read
 * succeeds.
 */
export class AccountDetailService {
  constructor(private readonly parts: Parts) {}

  /** Results are in the order of `ids`; an id that the caller cannot reach yields an error in its place. */
  async many(principal: Principal, ids: readonly string[]): Promise<readonly (AccountDetail | Error)[]> {
    requireScope(principal, 'accounts:read');
    const rows = await this.parts.db.many(principal, accountDetailsByIds, { ids });
    return rowById(ids, await this.#details(rows), () => new Problem('account_not_found'));
  }

  /**
   * One account with its list row and its borrowers, in one statement.
   *
   * @throws {Problem} `account_not_found`, the same for a foreign and a missing id.
   */
  async whole(principal: Principal, id: string): Promise<WholeAccount> {
    requireScope(principal, 'accounts:read');
    const rows = isId(id) ? await this.parts.db.many(principal, wholeAccount, { id }) : [];
    const [found] = rowById([id], rows, () => new Problem('account_not_found'));
    if (found === undefined || found instanceof Error) throw found ?? new Problem('account_not_found');
    const { loan, ...row } = found;
    // A loan system may name the primary borrower only on the account itself.
    const isComplete = row.borrowers[0]?.partyId === row.primaryBorrowerPartyId;
    const all = isComplete ? row.borrowers : await this.parts.db.many(principal, borrowersOfAccounts, { ids: [id] });
    const borrowers = shownTo(principal, all);
    const { embedded } = this.parts.systems.byCode(row.loanSystemCode);
    if (loan === null || embedded === undefined) {
      const [detail] = await this.#details([row]);
      if (detail === undefined) throw new Error('a row has its detail');
      return { ...row, ...detail, contract: row, borrowers };
    }
    const business = await businessClock(this.parts.db, this.parts.clock, row.organizationId);
    const quote = embedded.quote(loan, business);
    const { businessDay } = quote;
    return {
      ...row,
      ...availabilityOf(row, businessDay, quote),
      contract: row,
      borrowers,
      businessDay,
      daysPastDue: daysPastDue(row, servicingDate(business.now())),
    };
  }

  /** Live quotes, in the order of `accounts`. */
  async paymentAvailability(
    principal: Principal,
    accounts: readonly AccountDetail[],
  ): Promise<readonly PaymentAvailability[]> {
    requireScope(principal, 'accounts:read');
    const codes = [...new Set(accounts.map(({ loanSystemCode }) => loanSystemCode))];
    const quoted = codes.map((code) =>
      this.#quotes(
        this.parts.systems.byCode(code),
        accounts.filter(({ loanSystemCode, businessDay }) => loanSystemCode === code && businessDay !== null),
      ),
    );
    const byId = new Map((await Promise.all(quoted)).flat());
    return accounts.map((account) => {
      const quote = byId.get(account.id);
      if (quote === undefined || account.businessDay === null) return NOT_ANSWERED;
      return availabilityOf(account, account.businessDay, quote);
    });
  }

  async #details(rows: readonly AccountDetailRow[]): Promise<readonly AccountDetail[]> {
    const days = await this.#businessDays(rows);
    return Promise.all(rows.map((row) => this.#detail(row, days.get(systemOf(row)) ?? null)));
  }

  /**
   * Days past due count to today's date in the servicing time zone, as in the reports. The business day may be ahead of
   * it.
   */
  async #detail(row: AccountDetailRow, businessDay: IsoDate | null): Promise<AccountDetail> {
    const today = await businessToday(this.parts.db, this.parts.clock, row.organizationId);
    return { ...row, businessDay, daysPastDue: daysPastDue(row, today) };
  }

  /** For the accounts of one loan system. Accounts for which it returns no answer are left out. */
  async #quotes(
    system: LoanSystem,
    accounts: readonly AccountDetail[],
  ): Promise<readonly (readonly [accountId: string, PayoffQuote])[]> {
    const loans = accounts.map(({ organizationId, id, externalId }) => ({ organizationId, accountId: id, externalId }));
    const answers = await (system.quotePayoffs === undefined
      ? mapWithLimit(loans, QUOTES_AT_A_TIME, (loan) => system.quotePayoff(loan))
      : allOf(loans, await system.quotePayoffs(loans)));
    return loans.flatMap(({ accountId }, index) => {
      const quote = answers[index];
      return quote?.kind === 'answered' ? [[accountId, quote.value] as const] : [];
    });
  }

  /** Calls each loan system once per organization; a loan system added by an organization belongs to that one only. */
  async #businessDays(rows: readonly AccountDetailRow[]): Promise<ReadonlyMap<string, IsoDate | null>> {
    const asked = [...new Map(rows.map((row) => [systemOf(row), row]))].map(async ([system, row]) => {
      const day = await this.parts.systems.byCode(row.loanSystemCode).businessDay(row.organizationId);
      return [system, day.kind === 'answered' ? day.value : null] as const;
    });
    return new Map(await Promise.all(asked));
  }
}

function availabilityOf(
  { statusCode, hasActiveOrganization }: AccountDetailRow,
  asOf: IsoDate,
  { payable, payoffCents: amountCents }: PayoffQuote,
): PaymentAvailability {
  if (!payable) return { acceptsPayments: false, notPayableReason: notPayableReason(statusCode), payoff: null };
  const payoff = { amountCents, asOf };
  if (!hasActiveOrganization) return { acceptsPayments: false, notPayableReason: 'organization_inactive', payoff };
  return { acceptsPayments: true, notPayableReason: null, payoff };
}

function systemOf({ loanSystemCode, organizationId }: AccountDetailRow): string {
  return `${loanSystemCode} ${organizationId}`;
}

/** Turns one answer for several loans into an answer for each. */
function allOf(
  loans: readonly LoanReference[],
  answer: Reached<readonly PayoffQuote[]>,
): readonly (Reached<PayoffQuote> | undefined)[] {
  if (answer.kind === 'unavailable') return [];
  return loans.map((_, index) => {
    const value = answer.value[index];
    return value && { kind: 'answered', value };
  });
}
