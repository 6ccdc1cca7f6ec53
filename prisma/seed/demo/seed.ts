import { Temporal } from 'temporal-polyfill';
import { loanIdOf, openScenarioAccounts } from '../../../connectors/loan-systems/sandbox/open-scenario-accounts.js';
import { ownText } from '../../../core/contract/stored-text.js';
import type { Database, Transaction } from '../../../core/db/database.js';
import { newId } from '../../../core/ids/ids.js';
import { systemPrincipal } from '../../../core/principal/principal.js';
import { type Clock, SimulatedClock } from '../../../core/time/clock.js';
import { isoInstant } from '../../../core/time/dates.js';
import { servicingDate } from '../../../core/time/servicing-day.js';
import { LEDGER_CODE } from '../../../ledger/ledger-code.js';
import { type NewLedgerAccount, openLedgerAccount } from '../../../ledger/open-account.js';
import { businessDayOf } from '../../../ledger/rules/business-day.js';
import { stageAutopay } from './autopay/assign-schedules.js';
import { AUTOPAY_PLANS, WIDER_AUTOPAY_PLANS } from './autopay/plans.js';
import { seedRefundedRun } from './autopay/refunded-run.js';
import { seedRunsThatNeedDecision } from './autopay/runs-that-need-a-decision.js';
import { seedAutopay } from './autopay/seed-autopay.js';
import { BorrowerBook } from './borrowers.js';
import { seedDisputes } from './disputes.js';
import { insertRows } from './insert-rows.js';
import { importLegacyRows } from './legacy-rows.js';
import { stepsOf } from './loan-steps.js';
import { seedMail } from './mail/seed-templates-and-campaigns.js';
import { ORGANIZATIONS } from './organizations.js';
import { type PlannedLoan, planPortfolio } from './portfolio.js';
import { seedProducts } from './products.js';
import { Random } from './random.js';
import { seedExceptions, seedRecordedPayments } from './recorded-payments-and-exceptions.js';
import { type DemoLoanHistory, History } from './simulate-loan-histories.js';
import { seedDifferences } from './tie-out-differences.js';
import { planWiderPortfolio } from './wider-portfolio.js';

/** The seed's result: the start command prints it for the user. */
export interface SeededDemo {
  /** A, B and C, in this order. */
  readonly organizations: readonly { readonly id: string; readonly display_name: string }[];
  /** A workspace of organization A, and one of C. */
  readonly workspaceIds: readonly string[];
  /** Account ids by SBX-… code, all of organization A. */
  readonly sandboxAccounts: Readonly<Record<string, string>>;
}

export interface DemoOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly progress?: (done: number, total: number) => void;
  /**
   * Whether to add the wider portfolio and its autopay. Default true; without it there are the sixty loans that cover
   * every story.
   */
  readonly isWide?: boolean;
}

const SEED = 20_260_101;
const HISTORY = systemPrincipal('demo-seed');
/** The first loan of the wider portfolio; the loans before it stay as they are. */
const WIDER_SEED = 20_260_102;
/** One loan in this many has rows of an older system. */
const LEGACY_EVERY = 12;
/** Old enough to have some history. */
const SANDBOX_OPENED_DAYS_AGO = 60;

/**
 * Fills an empty database with demo data, in one transaction: a seed that is killed leaves nothing behind. The same on
 * every machine except for ids, relative to the clock's today.
 */
export function seedDemo({ db, clock, progress = () => undefined, isWide = true }: DemoOptions): Promise<SeededDemo> {
  const seed = async (tx: Transaction): Promise<SeededDemo> => {
    const random = new Random(SEED);
    const now = clock.now();
    const organizations = await seedOrganizations(tx, now);
    const [organizationA, , organizationC] = organizations;
    if (organizationA === undefined || organizationC === undefined)
      throw new Error('there are three demo organizations');

    const organizationIds = organizations.map(({ id }) => id);
    const book = new BorrowerBook(random);
    const productIds = await seedProducts(tx, organizationIds, now);
    const today = businessDayOf(now);
    const wider = isWide ? planWiderPortfolio(today, new Random(WIDER_SEED)) : [];
    const portfolio = [...planPortfolio(today, random), ...wider];
    const booking = { organizationIds, productIds, now, random, book };
    const booked = await bookLoans(tx, portfolio, booking);
    const { loans, schedules } = stageAutopay(
      booked,
      isWide ? [...AUTOPAY_PLANS, ...WIDER_AUTOPAY_PLANS] : AUTOPAY_PLANS,
      now,
    );
    const history = new History(db, tx);
    await history.simulate(loans, now, progress);
    await seedAutopay(tx, schedules, history.autopayPostings, book, now);
    const workspaceIds = await seedWorkspaces(tx, clock, [organizationA, organizationC]);
    const knownSince = now.subtract({ hours: 24 * SANDBOX_OPENED_DAYS_AGO });
    const sandbox = await openScenarioAccounts(tx, {
      organizationId: organizationA.id,
      openedAt: isoInstant(knownSince),
      openedOn: servicingDate(knownSince),
    });
    await seedRecordedPayments(tx, history.payments, now);
    const failedOn = { organizationId: organizationA.id, accountId: sandbox.accounts['SBX-UNCONFIRMED-LOST'] ?? '' };
    await seedExceptions(tx, failedOn, now);
    const owner = { ...sandbox.owner, organizationId: organizationA.id, knownSince };
    await seedRefundedRun(tx, sandbox.accounts['SBX-REFUSES'] ?? '', owner, now);
    const decidedOn = {
      organizationId: organizationA.id,
      accountId: sandbox.accounts['SBX-REVERSAL-UNCONFIRMED'] ?? '',
    };
    await seedRunsThatNeedDecision(tx, { ...decidedOn, partyId: owner.id }, now);
    await seedDisputes(tx, organizationA.id, now);
    const differsOn = {
      organizationId: organizationA.id,
      accountId: sandbox.accounts['SBX-UNCONFIRMED-POSTS'] ?? '',
      loanId: loanIdOf('SBX-UNCONFIRMED-POSTS'),
    };
    await seedDifferences(tx, differsOn, now);
    await forgetEvents(
      tx,
      organizations.map(({ id }) => id),
    );
    return { organizations, workspaceIds, sandboxAccounts: sandbox.accounts };
  };
  return db.transaction(seed, { isBulk: true });
}

/** History creates no events: there were no subscribers at that time. */
async function forgetEvents(tx: Transaction, organizationIds: readonly string[]): Promise<void> {
  const { event, account } = tx.models(HISTORY);
  const ofDemo = { organizationId: { in: [...organizationIds] } };
  await event.deleteMany({ where: ofDemo });
  await account.updateMany({ where: { ...ofDemo, eventSequence: { gt: 0 } }, data: { eventSequence: 0 } });
}

async function seedOrganizations(tx: Transaction, now: Temporal.Instant) {
  const organizations = ORGANIZATIONS.map(({ display_name, legal_name, dba_name, time_zone }) => {
    const created = now.subtract({ hours: 24 * 800 });
    const id = newId(created.epochMilliseconds);
    return { id, display_name, legal_name, dba_name, time_zone, is_active: true, created_at: isoInstant(created) };
  });
  await insertRows(tx, 'organization', organizations);
  const systems = [LEDGER_CODE, 'sandbox'].map((code) => ({
    code,
    kind: code,
    base_url: null,
    settings: {},
    secret_env: {},
    is_active: true,
    is_reachable: true,
    created_at: isoInstant(now),
    updated_at: isoInstant(now),
  }));
  await insertRows(tx, 'loan_system', systems);
  return organizations.map(({ id, display_name }) => ({ id, display_name }));
}

async function seedWorkspaces(
  tx: Transaction,
  clock: Clock,
  organizations: readonly { readonly id: string; readonly display_name: string }[],
) {
  const workspaces = organizations.map((organization) => ({
    id: newId(clock.now().epochMilliseconds),
    organization_id: organization.id,
    name: `${organization.display_name} campaigns`,
    created_at: isoInstant(clock.now()),
  }));
  await insertRows(tx, 'workspace', workspaces);
  const mailing = workspaces.map(({ id, organization_id: organizationId }, n) => {
    return { id, organizationId, company: organizations[n]?.display_name ?? '' };
  });
  await seedMail(tx, mailing, clock.now());
  return workspaces.map(({ id }) => id);
}

interface Booking {
  readonly organizationIds: readonly string[];
  readonly productIds: readonly string[];
  readonly now: Temporal.Instant;
  readonly random: Random;
  readonly book: BorrowerBook;
}

/** Books every loan as pending, with its account and its borrowers; the history disburses it. */
async function bookLoans(
  tx: Transaction,
  portfolio: readonly PlannedLoan[],
  { organizationIds, productIds, now, random, book }: Booking,
): Promise<readonly DemoLoanHistory[]> {
  const accounts: NewLedgerAccount[] = [];
  const loans = portfolio.map((planned, index): DemoLoanHistory => {
    const organizationId = organizationIds[planned.organization] ?? '';
    const bookedAt = bookingTime(planned, now);
    const accountId = newId(bookedAt.epochMilliseconds);
    const externalId = `loan-${String(index + 1).padStart(5, '0')}`;
    const { primaryId, coBorrowerId } = book.sign(organizationId, bookedAt);
    accounts.push({
      accountId,
      loanSystemCode: LEDGER_CODE,
      loan: {
        ...planned.terms,
        ...{ id: externalId, organizationId },
        bookedUnder: { id: productIds[planned.product] ?? '', version: 1 },
      },
      borrowers: [
        { personId: primaryId, role: 'primary' },
        ...(coBorrowerId === undefined ? [] : [{ personId: coBorrowerId, role: 'co_borrower' as const }]),
      ],
      externalContractNumber: ownText(contractNumber(planned, index)),
      externalAccountNumber: ownText(String(4_100_001 + index)),
      openedAt: isoInstant(bookedAt),
      bookedOn: servicingDate(bookedAt),
    });
    const loan = { organizationId, accountId, externalId };
    return { planned, loan, borrowerId: primaryId, terms: planned.terms, steps: stepsOf(planned, now, random) };
  });
  await insertRows(tx, 'person', book.rows);
  await insertRows(tx, 'person_address', book.addresses);
  const past = new SimulatedClock(now);
  for (const [index, account] of accounts.entries()) {
    await openLedgerAccount(tx, account);
    const { loan, terms } = loans[index] ?? {};
    if (loan === undefined || terms === undefined) throw new Error('every account belongs to a loan');
    if (index % LEGACY_EVERY === 0) await importLegacyRows(tx, past, loan, terms.originatedOn);
  }
  return loans;
}

function contractNumber({ organization, terms }: PlannedLoan, index: number): string {
  const prefix = ORGANIZATIONS[organization]?.prefix ?? '';
  return `${prefix}-${terms.originatedOn.slice(0, 4)}-${String(index + 1).padStart(4, '0')}`;
}

/** Two days before the loan is paid out; now for a loan that is not paid out yet. */
function bookingTime({ terms }: PlannedLoan, now: Temporal.Instant): Temporal.Instant {
  const booked = Temporal.Instant.from(`${terms.originatedOn}T15:00:00Z`).subtract({ hours: 48 });
  return Temporal.Instant.compare(booked, now) < 0 ? booked : now;
}
