import type { LoanSystems } from '../../../connectors/loan-systems/registry.js';
import { type Principal, requireScope } from '../../../core/auth/principal.js';
import type { Clock } from '../../../core/clock.js';
import type { IsoDate } from '../../../core/dates.js';
import type { Database } from '../../../core/db/database.js';
import { Problem } from '../../../core/errors/problem.js';
import type { Cents } from '../../../core/money.js';
import { servicingDate } from '../../../core/servicing-day.js';
import { type AccountDetailRow, accountDetailsByIds } from './account-detail.store.js';
import { daysPastDue } from './days-past-due.js';
import { inTurns } from './in-turns.js';

/** What the detailed record adds to the list row. */
export interface AccountDetail extends AccountDetailRow {
  readonly daysPastDue: number | null;
  /** Of the account's loan system; null while the system does not answer. */
  readonly businessDay: IsoDate | null;
}

/** What would pay the loan off. */
export interface Payoff {
  readonly amountCents: Cents;
  /** The business day that the quote is good for. */
  readonly asOf: IsoDate;
}

/** Quotes of one request that are asked for at a time: a long list must not crowd out the payments that are being posted. */
const QUOTES_AT_A_TIME = 8;

interface Parts {
  readonly db: Database;
  readonly systems: LoanSystems;
  readonly clock: Clock;
}

/** Reads what the detailed account record adds. A loan system that does not answer leaves gaps; it fails no read. */
export class AccountDetailService {
  readonly #db: Database;
  readonly #systems: LoanSystems;
  readonly #clock: Clock;

  constructor({ db, systems, clock }: Parts) {
    this.#db = db;
    this.#systems = systems;
    this.#clock = clock;
  }

  /** In the order of `ids`; an error in the place of one that is not within reach. */
  async many(principal: Principal, ids: readonly string[]): Promise<readonly (AccountDetail | Error)[]> {
    requireScope(principal, 'accounts:read');
    const rows = await this.#db.many(principal, accountDetailsByIds, { ids });
    const days = await this.#businessDays(rows);
    const byId = new Map(rows.map((row) => [row.id, this.#detail(row, days.get(row.loanSystemCode) ?? null)]));
    return ids.map((id) => byId.get(id) ?? new Problem('account_not_found'));
  }

  /** Live quotes, in the order of `accounts`; null for a loan that takes no payments, or whose system does not answer. */
  async payoffs(principal: Principal, accounts: readonly AccountDetail[]): Promise<readonly (Payoff | null)[]> {
    requireScope(principal, 'accounts:read');
    return inTurns(accounts, QUOTES_AT_A_TIME, (account) => this.#payoff(account));
  }

  /** Without its system's business day, days past due are counted to the date where loans are serviced. */
  #detail(row: AccountDetailRow, businessDay: IsoDate | null): AccountDetail {
    return { ...row, businessDay, daysPastDue: daysPastDue(row, businessDay ?? servicingDate(this.#clock.now())) };
  }

  async #payoff({
    id,
    organizationId,
    externalId,
    loanSystemCode,
    businessDay,
  }: AccountDetail): Promise<Payoff | null> {
    if (businessDay === null) return null;
    const system = this.#systems.byCode(loanSystemCode);
    const quote = await system.quotePayoff({ organizationId, accountId: id, externalId });
    if (quote.kind === 'unavailable' || !quote.value.payable) return null;
    return { amountCents: quote.value.payoffCents, asOf: businessDay };
  }

  /** Each system is asked once. */
  async #businessDays(rows: readonly AccountDetailRow[]): Promise<ReadonlyMap<string, IsoDate | null>> {
    const codes = [...new Set(rows.map(({ loanSystemCode }) => loanSystemCode))];
    const asked = codes.map(async (code) => {
      const day = await this.#systems.byCode(code).businessDay();
      return [code, day.kind === 'answered' ? day.value : null] as const;
    });
    return new Map(await Promise.all(asked));
  }
}
