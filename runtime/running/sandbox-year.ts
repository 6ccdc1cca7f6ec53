import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { businessToday } from '../../core/business-time/business-clock.js';
import { ownText } from '../../core/contract/stored-text.js';
import { newId } from '../../core/ids/ids.js';
import { limitToOrganization, type Principal } from '../../core/principal/principal.js';
import { SCOPES } from '../../core/principal/scopes.js';
import { addDays, daysBetween, type IsoDate } from '../../core/time/dates.js';
import { insertPerson } from '../../loan-model/projection/new-person.store.js';
import { AutopayRunner } from '../../subgraphs/payments/autopay/run/autopay-runner.js';
import { paymentsServices } from '../../subgraphs/payments/services.js';
import { createOrganization } from '../../subgraphs/servicing/platform/organization/create-organization.js';
import { AdvanceWorker, type DayWork } from '../../subgraphs/servicing/platform/test-clock/advance-worker.js';
import { TestClockService } from '../../subgraphs/servicing/platform/test-clock/test-clock.service.js';
import { servicingServices } from '../../subgraphs/servicing/services.js';
import { openResources, type Resources } from '../assembly/resources.js';
import { dayWork } from '../assembly/sandbox-day-work.js';
import { subgraphsSource } from '../assembly/subgraphs-source.js';
import type { Session } from '../command-session.js';
import { RunError } from '../run-error.js';

/** A day with events. */
interface SimulatedDay {
  readonly day: IsoDate;
  readonly happened: readonly string[];
}

interface SimulatedYear {
  readonly organizationId: string;
  readonly accountId: string;
  readonly days: readonly SimulatedDay[];
}

/** Until this day the card pays; afterwards it is declined. */
const CARD_FAILS_ON = 140;
/** The borrower pays a part of it after all. */
const RECOVERED_ON = 330;

/** By then this process has long held the clock; a worker of the installation takes over only if this process died. */
const WORKER_IN_MS = 10_000;
const CHECK_EVERY_MS = 50;

const PAYS = { processorToken: 'pm_card_visa', lastFour: '4242' };
const IS_DECLINED = { processorToken: 'pm_card_chargeDeclinedInsufficientFunds', lastFour: '0341' };

/**
 * Simulates a year of a loan with the test clock: paid by autopay, then declined and retried, late, charged off, and
 * partly recovered. Runs in this process, beside the installation's worker or without one.
 *
 * @param by - the person who runs the command; the needed scopes are added
 * @param days - number of days to simulate
 */
export async function simulateYear(
  { config, databaseUrl, logger }: Session,
  by: Principal,
  days: number,
): Promise<SimulatedYear> {
  const resources = await openResources({ config, databaseUrl, logger });
  try {
    const life = await Life.begin(resources, by, (over) => {
      if (over > 0 && over % 30 === 0) process.stderr.write(`tributary: ${over} of ${days} days\n`);
    });
    for (const { day, act } of ACTS.filter((one) => one.day < days)) {
      await life.until(day);
      await act(life);
    }
    await life.until(days);
    return life.lived;
  } finally {
    await resources.close();
  }
}

/** Actions on the loan on the eve of these days. */
const ACTS: readonly { readonly day: number; readonly act: (life: Life) => Promise<void> }[] = [
  { day: CARD_FAILS_ON - 1, act: (life) => life.changeCard() },
  { day: RECOVERED_ON - 1, act: (life) => life.recover() },
];

type Source = ReturnType<typeof subgraphsSource>;

/** One loan, in its own organization. */
class Life {
  readonly #source: Source;
  readonly #by: Principal;
  readonly #organizationId: string;
  readonly #personId: string;
  readonly #accountId: string;
  readonly #scheduleId: string;
  readonly #clocks: TestClockService;
  readonly #advances: AdvanceWorker;
  readonly #firstDay: IsoDate;
  readonly #progress: (days: number) => void;
  readonly #days: SimulatedDay[] = [];
  readonly #reported = new Set<string>();

  private constructor(source: Source, made: Made, progress: (days: number) => void) {
    this.#source = source;
    ({ by: this.#by, organizationId: this.#organizationId, personId: this.#personId } = made);
    ({ accountId: this.#accountId, scheduleId: this.#scheduleId, today: this.#firstDay } = made);
    this.#progress = progress;
    this.#clocks = new TestClockService({ ...source, workerInMs: WORKER_IN_MS });
    this.#advances = new AdvanceWorker({
      ...source,
      day: this.#reportingEachDay(dayWork(source, new AutopayRunner(source))),
    });
  }

  /** @param progress - called after each processed day, with the number of days so far. */
  static async begin(resources: Resources, by: Principal, progress: (days: number) => void): Promise<Life> {
    const source = subgraphsSource(resources);
    return new Life(source, await made(resources, source, by), progress);
  }

  get lived(): SimulatedYear {
    return { organizationId: this.#organizationId, accountId: this.#accountId, days: this.#days };
  }

  /** In one advance: every advance processes again the day on which it begins. */
  async until(day: number): Promise<void> {
    const body = { to: addDays(this.#firstDay, day) };
    await this.#clocks.advance(this.#by, { idempotencyKey: randomUUID(), body });
    for (;;) {
      await this.#advances.workThrough({ organizationId: this.#organizationId });
      const { status, at, error } = await this.#clocks.show(this.#by, null);
      if (error !== null) throw new RunError(`the test clock stopped at ${at}: ${error}`);
      if (status === 'resting') return;
      await sleep(CHECK_EVERY_MS); // another process holds the clock
    }
  }

  /** Once a day has no more due work, reports its events. */
  #reportingEachDay(work: DayWork): DayWork {
    return {
      closeDays: (organizationId) => work.closeDays(organizationId),
      runDue: async (organizationId) => {
        const open = await work.runDue(organizationId);
        if (open === 0) await this.#report();
        return open;
      },
    };
  }

  /** Events and transactions that have not been reported yet. */
  async #report(): Promise<void> {
    const { db, clock } = this.#source;
    const day = await businessToday(db, clock, this.#organizationId);
    this.#progress(daysBetween(this.#firstDay, day));
    const models = this.#source.db.models(this.#by);
    const where = { organizationId: this.#organizationId };
    const [events, posted] = await Promise.all([
      models.event.findMany({
        select: { id: true, type: true, status: true, code: true },
        where,
        orderBy: { position: 'asc' },
      }),
      models.transaction.findMany({
        select: { id: true, type: true, amountCents: true },
        where: { ...where, accountId: this.#accountId },
        orderBy: { id: 'asc' },
      }),
    ]);
    const happened = [
      ...events.map(({ id, type, status, code }) => ({ id, line: [type, status, code].filter(Boolean).join(' ') })),
      ...posted.map(({ id, type, amountCents }) => ({ id, line: `${type} ${(Number(amountCents) / 100).toFixed(2)}` })),
    ].filter(({ id }) => !this.#reported.has(id));
    for (const { id } of happened) this.#reported.add(id);
    if (happened.length > 0) this.#days.push({ day, happened: happened.map(({ line }) => line) });
  }

  async changeCard(): Promise<void> {
    const paymentMethodId = await cardOf(this.#source, this.#by, this.#organizationId, this.#personId, IS_DECLINED);
    const change = { payment_method_id: paymentMethodId };
    await paymentsServices(this.#source).scheduleChanger.update(this.#by, this.#scheduleId, change);
  }

  async recover(): Promise<void> {
    const { recorder } = paymentsServices(this.#source);
    const body = { amount_cents: 20_000, payment_method: 'cash' };
    await recorder.record(this.#by, { accountId: this.#accountId, idempotencyKey: randomUUID(), body });
  }
}

interface Made {
  readonly by: Principal;
  readonly organizationId: string;
  readonly personId: string;
  readonly accountId: string;
  readonly scheduleId: string;
  /** The first day. */
  readonly today: IsoDate;
}

const BORROWER = ownText('Jordan Miller');

/**
 * Creates a lender, its ledger and product, a borrower with a card, a loan that is paid out, and a schedule that pays
 * it.
 */
async function made(resources: Resources, source: Source, actor: Principal): Promise<Made> {
  const { db, clock } = source;
  const { loanSystems, testClocks, products, booker, operations } = servicingServices(source);
  const names = { displayName: 'A year of a loan', legalName: 'A year of a loan' };
  const { id: organizationId } = await createOrganization({ db, clock }, actor, { ...names, sandbox: true });
  const added = { code: `year-${newId().slice(-12)}`, kind: 'ledger', organizationId };
  const ledger = await loanSystems.add(actor, added, false);
  if (ledger.outcome === 'refused') throw new Error(ledger.problems.join('; '));
  await resources.addedSystems.refresh();
  const by = limitToOrganization({ ...actor, scopes: SCOPES }, organizationId);
  const personId = newId();
  const borrower = { id: personId, organizationId, displayName: BORROWER, email: null, phone: null };
  await insertPerson(db.models(by), borrower, undefined);
  const keyed = (body: object) => ({ idempotencyKey: randomUUID(), body });
  const today = (await testClocks.show(by, null)).at as IsoDate;
  const terms = { late_fee_cents: 1_500, late_fee_grace_days: 10, charge_off_at_days: 120 };
  const product = keyed({ code: 'personal', name: 'Personal loan', ...terms });
  await products.create(by, product);
  const loan = keyed({
    loan_number: 'A-YEAR',
    product_code: 'personal',
    borrowers: [{ role: 'primary', party_id: personId }],
    originated_on: today,
    first_due_on: addDays(today, 30),
    original_principal_cents: 500_000,
    annual_rate: '12',
    term_months: 24,
  });
  const { accountId } = (await booker.book(by, loan)).resource;
  await operations.disburse(by, { accountId, ...keyed({}) });
  const schedule = keyed({
    account_id: accountId,
    payment_method_id: await cardOf(source, by, organizationId, personId, PAYS),
    amount_cents: 23_600,
    frequency_unit: 'month',
    frequency_interval: 1,
    start_date: addDays(today, 30),
  });
  const { id: scheduleId } = (await paymentsServices(source).scheduleCreator.create(by, schedule)).schedule;
  return { by, organizationId, personId, accountId, scheduleId, today };
}

/** The same form as the sandbox processor's. */
async function cardOf(
  { db }: Source,
  by: Principal,
  organizationId: string,
  partyId: string,
  card: typeof PAYS,
): Promise<string> {
  const id = newId();
  const shown = { instrumentType: 'card', cardBrand: 'visa', expirationMonth: 12, expirationYear: 2099 } as const;
  const data = { id, organizationId, partyId, holderName: BORROWER, processor: 'sandbox', ...shown, ...card };
  await db.models(by).paymentMethod.create({ select: { id: true }, data });
  return id;
}
