import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLedger } from '../../connectors/loan-systems/ledger/ledger.js';
import { type Principal, within } from '../../core/auth/principal.js';
import { SCOPES } from '../../core/auth/scopes.js';
import { addDays, type IsoDate } from '../../core/dates.js';
import { newId } from '../../core/ids.js';
import { AutopayRunner } from '../../subgraphs/payments/autopay-run/autopay-runner.js';
import { AutopayScheduleService } from '../../subgraphs/payments/autopay-schedule/autopay-schedule.service.js';
import { ScheduleCreator } from '../../subgraphs/payments/autopay-schedule/create-schedule.js';
import { PaymentSettlement } from '../../subgraphs/payments/collected-payment/payment-settlement.js';
import { PaymentRecorder } from '../../subgraphs/payments/collected-payment/record-payment.js';
import { AccountGate, REQUESTS } from '../../subgraphs/payments/posting/account-gate.js';
import { LoanBooker } from '../../subgraphs/servicing/ledger-loan/book-loan.js';
import { LedgerOperationService } from '../../subgraphs/servicing/ledger-operation/ledger-operation.service.js';
import { LedgerProductService } from '../../subgraphs/servicing/ledger-product/ledger-product.service.js';
import { LoanSystemService } from '../../subgraphs/servicing/loan-system/loan-system.service.js';
import { createOrganization } from '../../subgraphs/servicing/organization/create-organization.js';
import { AdvanceWorker } from '../../subgraphs/servicing/test-clock/advance-worker.js';
import { TestClockService } from '../../subgraphs/servicing/test-clock/test-clock.service.js';
import { atCommandLine } from '../actor.js';
import { dayWork } from '../assembly/day-work.js';
import { subgraphsSource } from '../assembly/graph.js';
import { openResources, type Resources } from '../assembly/resources.js';
import type { Session } from '../session.js';

/** A day on which something happened. */
interface LivedDay {
  readonly day: IsoDate;
  readonly happened: readonly string[];
}

interface LivedYear {
  readonly organizationId: string;
  readonly accountId: string;
  readonly days: readonly LivedDay[];
}

const DAYS = 365;
/** The card pays until here; from then on it is declined. */
const CARD_FAILS_ON = 140;
/** Somebody brings some of it after all. */
const RECOVERED_ON = 330;

const PAYS = { processorToken: 'pm_card_visa', lastFour: '4242' };
const IS_DECLINED = { processorToken: 'pm_card_chargeDeclinedInsufficientFunds', lastFour: '0341' };

/**
 * A year of a loan by the test clock: paid by autopay, then declined and tried again, late, charged off, and some of it recovered. Works in
 * this process, beside the worker of the installation or where there is none.
 */
export async function liveThroughYear({ config, databaseUrl, logger }: Session): Promise<LivedYear> {
  const resources = await openResources({ config, databaseUrl, logger });
  try {
    const life = await Life.begin(resources);
    await life.tell();
    for (let day = 1; day <= DAYS; day += 1) {
      if (day === CARD_FAILS_ON) await life.changeCard();
      if (day === RECOVERED_ON) await life.recover();
      await life.nextDay();
      await life.tell();
      if (day % 30 === 0) process.stderr.write(`tributary: ${day} of ${DAYS} days\n`);
    }
    return life.lived;
  } finally {
    await resources.close();
  }
}

type Source = ReturnType<typeof subgraphsSource>;

/** One loan, in an organization of its own. */
class Life {
  readonly #source: Source;
  readonly #by: Principal;
  readonly #organizationId: string;
  readonly #personId: string;
  readonly #accountId: string;
  readonly #scheduleId: string;
  readonly #clocks: TestClockService;
  readonly #advances: AdvanceWorker;
  readonly #days: LivedDay[] = [];
  readonly #told = new Set<string>();

  private constructor(source: Source, made: Made) {
    this.#source = source;
    ({ by: this.#by, organizationId: this.#organizationId, personId: this.#personId } = made);
    ({ accountId: this.#accountId, scheduleId: this.#scheduleId } = made);
    this.#clocks = new TestClockService(source);
    this.#advances = new AdvanceWorker({ ...source, day: dayWork(source, new AutopayRunner(source)) });
  }

  static async begin(resources: Resources): Promise<Life> {
    const source = subgraphsSource(resources);
    return new Life(source, await made(resources, source));
  }

  get lived(): LivedYear {
    return { organizationId: this.#organizationId, accountId: this.#accountId, days: this.#days };
  }

  async nextDay(): Promise<void> {
    await this.#clocks.advance(this.#by, { idempotencyKey: randomUUID(), body: { days: 1 } });
    for (;;) {
      await this.#advances.work({ organizationId: this.#organizationId });
      if ((await this.#clocks.show(this.#by, null)).status === 'resting') return;
      await sleep(50);
    }
  }

  /** What events and transactions there are that nobody has been told of. */
  async tell(): Promise<void> {
    const { at } = await this.#clocks.show(this.#by, null);
    const models = this.#source.db.models(this.#by);
    const where = { organizationId: this.#organizationId };
    const events = await models.event.findMany({ where, orderBy: { position: 'asc' } });
    const posted = await models.transaction.findMany({
      where: { ...where, accountId: this.#accountId },
      orderBy: { id: 'asc' },
    });
    const happened = [
      ...events.map(({ id, type, status, code }) => ({ id, line: [type, status, code].filter(Boolean).join(' ') })),
      ...posted.map(({ id, type, amountCents }) => ({ id, line: `${type} ${(Number(amountCents) / 100).toFixed(2)}` })),
    ].filter(({ id }) => !this.#told.has(id));
    for (const { id } of happened) this.#told.add(id);
    if (happened.length > 0) this.#days.push({ day: at as IsoDate, happened: happened.map(({ line }) => line) });
  }

  async changeCard(): Promise<void> {
    const { db, clock, cursors, processors } = this.#source;
    const parts = { db, clock, cursors, processors: processors.codes };
    const paymentMethodId = await cardOf(this.#source, this.#by, this.#organizationId, this.#personId, IS_DECLINED);
    const change = { payment_method_id: paymentMethodId };
    await new AutopayScheduleService(parts).update(this.#by, this.#scheduleId, change);
  }

  async recover(): Promise<void> {
    const { db, clock, timing } = this.#source;
    const parts = { gate: new AccountGate(REQUESTS), settlement: new PaymentSettlement(db, clock, timing) };
    const recorder = new PaymentRecorder({ ...this.#source, ...parts });
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
}

/** A lender, its ledger and product, a borrower with a card, a loan that is paid out, and a schedule that pays it. */
async function made(resources: Resources, source: Source): Promise<Made> {
  const { db, clock, clientKeys, processors } = source;
  const names = { displayName: 'A year of a loan', legalName: 'A year of a loan' };
  const { id: organizationId } = await createOrganization({ db, clock }, atCommandLine(), { ...names, sandbox: true });
  const added = { code: `year-${newId().slice(-12)}`, kind: 'ledger', organizationId };
  const ledger = await new LoanSystemService(source).add(atCommandLine(), added, false);
  if (ledger.outcome === 'refused') throw new Error(ledger.problems.join('; '));
  await resources.addedSystems.refresh();
  const by = within({ ...atCommandLine(), scopes: SCOPES }, organizationId);
  const personId = newId();
  await db.models(by).person.create({ data: { id: personId, organizationId, displayName: 'Jordan Miller' } });
  const keyed = (body: object) => ({ idempotencyKey: randomUUID(), body });
  const today = (await new TestClockService(source).show(by, null)).at as IsoDate;
  const terms = { late_fee_cents: 1_500, late_fee_grace_days: 10, charge_off_at_days: 120 };
  const product = keyed({ code: 'personal', name: 'Personal loan', ...terms });
  await new LedgerProductService(source).create(by, product);
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
  const { accountId } = (await new LoanBooker(source).book(by, loan)).resource;
  const operations = createLedger({ db, clock }).operations;
  await new LedgerOperationService({ ...source, operations }).disburse(by, { accountId, ...keyed({}) });
  const schedule = keyed({
    account_id: accountId,
    payment_method_id: await cardOf(source, by, organizationId, personId, PAYS),
    amount_cents: 23_600,
    frequency_unit: 'month',
    frequency_interval: 1,
    start_date: addDays(today, 30),
  });
  const creator = new ScheduleCreator({ db, clock, clientKeys, processors: processors.codes });
  const { id: scheduleId } = (await creator.create(by, schedule)).schedule;
  return { by, organizationId, personId, accountId, scheduleId };
}

/** As the sandbox processor stores one. */
async function cardOf(
  { db }: Source,
  by: Principal,
  organizationId: string,
  partyId: string,
  card: typeof PAYS,
): Promise<string> {
  const id = newId();
  const shown = { instrumentType: 'card', cardBrand: 'visa', expirationMonth: 12, expirationYear: 2099 } as const;
  const data = { id, organizationId, partyId, holderName: 'Jordan Miller', processor: 'sandbox', ...shown, ...card };
  await db.models(by).paymentMethod.create({ select: { id: true }, data });
  return id;
}
