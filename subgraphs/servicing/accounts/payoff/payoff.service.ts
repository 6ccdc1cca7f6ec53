import type { LoanSystems } from '../../../../connectors/loan-systems/registry.js';
import { businessClockWithin, businessToday } from '../../../../core/business-time/business-clock.js';
import { Problem } from '../../../../core/errors/problem.js';
import { isId } from '../../../../core/ids/ids.js';
import { cents } from '../../../../core/money.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import { requireContactRole } from '../../../../core/principal/require-contact-role.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import { personsWithAddresses } from '../../../../loan-model/person/address.store.js';
import type { DatedPayoff } from '../../../../loan-model/port.js';
import type { Payoff } from '../account/account-detail.service.js';
import { borrowersOfAccounts } from '../account/borrower.reads.store.js';
import { mapWithLimit } from '../account/map-with-limited-concurrency.js';
import { type PayoffAccountRow, payoffAccount } from './account-for-payoff.reads.store.js';
import { addressLines } from './address-lines.js';
import type { PayoffArguments, PayoffLetter, PayoffQuote } from './payoff.type.js';
import { payoffDay } from './payoff-day.js';

/** How many quotes one request may fetch at a time. A long list must not delay payments that are being posted. */
const QUOTES_AT_A_TIME = 8;
const UNQUOTED: ReadonlySet<string> = new Set(['account_not_payable', 'service_unavailable']);

interface Parts extends Pick<ServiceParts, 'db' | 'clock'> {
  readonly systems: LoanSystems;
}

/** Quotes payoffs for future days, live from the loan system, and collects the data for a payoff letter. */
export class PayoffService {
  constructor(private readonly parts: Parts) {}

  /**
   * @throws {Problem} `validation_failed` for a day outside the quotable range; `account_not_found`;
   *   `account_not_payable` for a loan on which nothing is due; `service_unavailable` while its loan system does not
   *   answer.
   */
  async quote(principal: Principal, { accountId, on }: PayoffArguments): Promise<PayoffQuote> {
    requireScope(principal, 'accounts:read');
    const { account, day, today } = await this.#asked(principal, accountId, on);
    return quoteOf(account, day, await this.#payoff(account, day, today));
  }

  /**
   * For several accounts, in their order: the amount, and the business day on which it would be applied. Null when
   * nothing is due and while the loan system does not answer.
   *
   * @throws {Problem} `validation_failed` for a day outside the quotable range.
   */
  async amountsOn(
    principal: Principal,
    accountIds: readonly string[],
    on: string,
  ): Promise<readonly (Payoff | null)[]> {
    requireScope(principal, 'accounts:read');
    payoffDay(on, await this.#today(principal));
    return mapWithLimit(accountIds, QUOTES_AT_A_TIME, async (accountId) => {
      try {
        const { amountCents, appliedOn } = await this.quote(principal, { accountId, on });
        return { amountCents: cents(amountCents), asOf: appliedOn as IsoDate };
      } catch (error) {
        if (error instanceof Problem && UNQUOTED.has(error.code)) return null;
        throw error;
      }
    });
  }

  /**
   * As `quote`, with the lender and the borrowers. Contains a postal address, so an operator needs the role agent.
   *
   * @throws {Problem} as `quote`; `insufficient_scope`
   */
  async letter(principal: Principal, { accountId, on }: PayoffArguments): Promise<PayoffLetter> {
    requireScope(principal, 'accounts:read');
    requireScope(principal, 'persons:read');
    const { account, day, today } = await this.#asked(principal, accountId, on);
    requireContactRole(principal, account);
    const borrowers = await this.parts.db.many(principal, borrowersOfAccounts, { ids: [accountId] });
    const owing = borrowers.filter(({ isActive, role }) => isActive || role === 'primary');
    const [person] = await personsWithAddresses(
      this.parts.db.models(principal),
      owing.slice(0, 1).map(({ partyId }) => partyId),
    );
    return {
      organizationId: account.organizationId,
      writtenOn: today,
      lenderName: account.legalName,
      borrowerNames: owing.map(({ displayName }) => displayName),
      addressLines: addressLines(person?.addresses.find(({ isCurrent }) => isCurrent)),
      loanNumber: account.contractNumber ?? account.accountNumber ?? account.accountId,
      quote: quoteOf(account, day, await this.#payoff(account, day, today)),
    };
  }

  /** Days follow the business clock of the account's organization. */
  async #asked(principal: Principal, id: string, on: PayoffArguments['on']) {
    const account = isId(id) ? await this.parts.db.first(principal, payoffAccount, { id }) : undefined;
    const today =
      account === undefined
        ? await this.#today(principal)
        : await businessToday(this.parts.db, this.parts.clock, account.organizationId);
    const day = payoffDay(on, today);
    if (account === undefined) throw new Problem('account_not_found');
    return { account, day, today };
  }

  /** Today's quote is the amount that a payment recorded now would get. */
  async #payoff(account: PayoffAccountRow, day: IsoDate, today: IsoDate): Promise<DatedPayoff> {
    const { loanSystemCode, organizationId, accountId, externalId } = account;
    const loan = { organizationId, accountId, externalId };
    const reached = await this.parts.systems.byCode(loanSystemCode).quotePayoffOn(loan, day === today ? null : day);
    if (reached.kind === 'unavailable') throw new Problem('service_unavailable');
    if (reached.value === 'not_payable') throw new Problem('account_not_payable');
    return reached.value;
  }

  /** By the business clock of the organizations that the caller reaches. */
  async #today({ organizationIds }: Principal): Promise<IsoDate> {
    return servicingDate((await businessClockWithin(this.parts.db, this.parts.clock, organizationIds)).now());
  }
}

function quoteOf({ accountId, unsettledCents }: PayoffAccountRow, on: IsoDate, payoff: DatedPayoff): PayoffQuote {
  const { payoffCents, split, ...dated } = payoff;
  return {
    accountId,
    on,
    amountCents: payoffCents,
    principalCents: split?.principalCents ?? null,
    interestCents: split?.interestCents ?? null,
    feesCents: split?.feesCents ?? null,
    ...dated,
    // A quote cannot be valid only until a business day that has passed: such a quote is requested as of today.
    goodThrough: dated.goodThrough < on ? on : dated.goodThrough,
    unsettledCents,
    currency: 'USD',
  };
}
