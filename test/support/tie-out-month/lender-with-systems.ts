import type pg from 'pg';
import type { Database } from '../../../core/db/database.js';
import { createPool } from '../../../core/db/pool.js';
import { newId } from '../../../core/ids/ids.js';
import { systemPrincipal } from '../../../core/principal/principal.js';
import { SimulatedClock } from '../../../core/time/clock.js';
import type { IsoDate } from '../../../core/time/dates.js';
import { nextBusinessDay } from '../../../ledger/rules/business-day.js';
import type { LoanSystem } from '../../../loan-model/port.js';
import { cardProcessors } from '../../../runtime/assembly/card-processors.js';
import { loanSystems, remoteSystems } from '../../../runtime/assembly/loan-systems.js';
import { tieOutParts } from '../../../runtime/assembly/tie-out-dependencies.js';
import { ownPostings } from '../../../subgraphs/payments/autopay/run/own-posting-details.reads.store.js';
import { Comparer } from '../../../subgraphs/payments/tie-out/comparison/comparer.js';
import { LoanSystemService } from '../../../subgraphs/servicing/loan-systems/loan-system/loan-system.service.js';
import { SystemSync } from '../../../subgraphs/servicing/loan-systems/sync/sync-loan-system.js';
import type { Api } from '../api.js';
import type { TestDatabase } from '../database.js';
import { FINERACT_USER, type FineractServer, openFineract } from '../fineract/fineract-server.js';
import type { Lender } from '../lender.js';
import { MAMBU_API_KEY, type MambuServer, openMambu } from '../mambu/mambu-server.js';
import { REMOTE_KINDS } from '../remote-stand-ins.js';
import { openStripe, type StripeStandIn } from '../stripe/stand-in.js';
import { openTestInstance, type TestInstance } from '../test-instance.js';
import { CardHarness, WEBHOOK_SECRET } from './card-harness.js';

export const SYSTEMS = ['ledger', ...REMOTE_KINDS] as const;
export type SystemCode = (typeof SYSTEMS)[number];

export interface Loan {
  readonly accountId: string;
  /** Its identifier in its system. */
  readonly externalId: string;
}

export interface Paid {
  readonly loan: Loan;
  /** The payment's id. */
  readonly reference: string;
  /** Its reference in its loan system. */
  readonly postedAs: string;
  readonly amountCents: number;
}

const ADMIN = systemPrincipal('test');

/**
 * One lender's money in all systems, on days that the test moves: three loan systems, a card processor, and the
 * product.
 */
export class LenderWithSystems {
  readonly clock: SimulatedClock;
  readonly instance: TestInstance;
  readonly sql: pg.Pool;
  readonly lender: Lender;
  readonly fineract: FineractServer;
  readonly mambu: MambuServer;
  readonly cards: CardHarness;
  readonly loans: Readonly<Record<SystemCode, Loan[]>> = { ledger: [], fineract: [], mambu: [] };
  readonly #stripe: StripeStandIn;
  #api: Api | undefined;
  #paid = 0;
  day: IsoDate;

  private constructor(
    parts: Pick<LenderWithSystems, 'clock' | 'instance' | 'sql' | 'lender' | 'fineract' | 'mambu' | 'day'>,
    stripe: StripeStandIn,
  ) {
    ({ clock: this.clock, instance: this.instance, sql: this.sql, lender: this.lender } = parts);
    ({ fineract: this.fineract, mambu: this.mambu, day: this.day } = parts);
    this.#stripe = stripe;
    this.cards = new CardHarness(this, stripe);
  }

  /** @param database - default: the test's own. @param loans - number of loans of each system. */
  static async open(database: TestDatabase | undefined, day: IsoDate, loans: number): Promise<LenderWithSystems> {
    const clock = new SimulatedClock(noonOf(day));
    const [stripe, fineract, mambu] = await Promise.all([
      openStripe(),
      openFineract({ checked: false }),
      openMambu({ checked: false, port: 0 }),
    ]);
    const instance = await openTestInstance({
      ...(database !== undefined && { database }),
      worker: false,
      clock,
      environment: {
        LOAN_SYSTEM_SECRET_F: FINERACT_USER.password,
        LOAN_SYSTEM_SECRET_M: MAMBU_API_KEY,
        LOAN_SYSTEM_TIMEOUT_MS: '20000',
        CARD_PROCESSOR_SETTLE_AFTER_MS: '300',
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_API_BASE: stripe.url,
        STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
      },
    });
    const sql = createPool(instance.databaseUrl, 8, instance.resources.logger);
    const world = new LenderWithSystems(
      { clock, instance, sql, lender: await instance.lender(), fineract, mambu, day },
      stripe,
    );
    await world.beginDay(day);
    await world.#lend(loans);
    return world;
  }

  async close(): Promise<void> {
    await Promise.all([this.fineract.close(), this.mambu.close(), this.#stripe.close()]);
    await this.sql.end();
    await this.instance.close();
  }

  get organizationId(): string {
    return this.lender.organizationId;
  }

  /** Noon in New York, for all systems. */
  async beginDay(day: IsoDate): Promise<void> {
    this.day = day;
    this.clock.moveTo(noonOf(day));
    this.fineract.book.businessDate = day;
    this.mambu.book.now = () => this.clock.now().epochMilliseconds;
    this.#stripe.state.now = () => this.clock.now().epochMilliseconds;
    this.#api = await this.lender.api();
  }

  /** Moves rows dated by Postgres' own clock to this day, and then starts the next day. */
  async endDay(): Promise<void> {
    const [noon, soon] = [noonOf(this.day), `${this.day}T23:00:00Z`];
    for (const [table, column] of [
      ['autopay_attempt', 'settled_at'],
      ['autopay_correction', 'settled_at'],
    ]) {
      await this.sql.query(`update ${table} set ${column} = $1 where ${column} > $2`, [noon, soon]);
    }
    await this.beginDay(nextBusinessDay(this.day));
  }

  /** A payment that is recorded in Tributary and posted in its loan system. */
  async pay(code: SystemCode, loan = this.loanOf(code)): Promise<Paid> {
    this.#paid += 1;
    const amountCents = 1_000 + (this.#paid % 500);
    const body = { amount_cents: amountCents, payment_method: 'cash' };
    const answer = await this.#asked().post(`/v1/accounts/${loan.accountId}/payments`, body, key());
    if (answer.status !== 201 || answer.json.status !== 'posted') throw new Error(`${answer.status} ${answer.text}`);
    const reference = answer.json.payment_id;
    const { rows } = await this.sql.query(
      'select coalesce(posting_reference, id) as "postedAs" from collected_payment where id = $1',
      [reference],
    );
    return { loan, reference, postedAs: rows[0].postedAs, amountCents };
  }

  /** A payment that the lender reverses itself, which is no fault. */
  async payAndReverse(code: SystemCode): Promise<void> {
    const { reference } = await this.pay(code);
    const answer = await this.#asked().post(`/v1/payments/${reference}/reversal`, { reason: 'typed in twice' }, key());
    if (answer.json.status !== 'reversed') throw new Error(`${answer.status} ${answer.text}`);
  }

  /** A payment that the product has as posted, and its system never got. */
  async payNowhere(code: SystemCode): Promise<string> {
    const reference = newId();
    await this.sql.query(
      `insert into collected_payment (id, organization_id, account_id, amount_cents, payment_method, status, effective_date, recorded_by, settled_at)
       values ($1, $2, $3, 700, 'cash', 'posted', $4, 'test', now())`,
      [reference, this.organizationId, this.loanOf(code).accountId, this.day],
    );
    return reference;
  }

  /** A different one each time. */
  loanOf(code: SystemCode): Loan {
    const loan = this.loans[code].shift();
    if (loan === undefined) throw new Error(`no loans of ${code}`);
    this.loans[code].push(loan);
    return loan;
  }

  system(code: SystemCode): LoanSystem {
    return loanSystems(this.instance.resources).byCode(code);
  }

  looker(db: Database = this.instance.resources.db): Comparer {
    const { resources } = this.instance;
    const outside = { systems: loanSystems(resources), processors: cardProcessors(resources) };
    const parts = { db, clock: this.clock, ...outside, logger: resources.logger };
    return new Comparer(tieOutParts(parts, resources.config));
  }

  /** Moves Fineract to another address: unreachable, or reachable again. */
  async moveFineract(baseUrl: string): Promise<void> {
    await this.sql.query("update loan_system set base_url = $1, updated_at = now() where code = 'fineract'", [baseUrl]);
    await this.instance.resources.addedSystems.refresh();
  }

  async #lend(count: number): Promise<void> {
    for (let made = 0; made < count; made += 1) {
      this.fineract.book.loan({ principal: 10_000_000 });
      this.mambu.book.loan({ principal: 10_000_000 });
      await this.lender.ledgerAccount(10_000_000);
    }
    const { username, tenant } = FINERACT_USER;
    await this.#add('fineract', this.fineract.baseUrl, { username, tenant }, { password: 'LOAN_SYSTEM_SECRET_F' });
    await this.#add('mambu', this.mambu.baseUrl, {}, { 'api-key': 'LOAN_SYSTEM_SECRET_M' });
    await this.instance.resources.addedSystems.refresh();
    for (const code of SYSTEMS) {
      const systems = loanSystems(this.instance.resources);
      if (code !== 'ledger')
        await new SystemSync({ ownPostings, ...this.instance.resources, systems }).run({ code, mode: 'full' });
      const { rows } = await this.sql.query(
        'select id as "accountId", external_id as "externalId" from account where loan_system_code = $1 order by external_id',
        [code],
      );
      this.loans[code].push(...rows);
    }
  }

  async #add(
    code: string,
    baseUrl: string,
    settings: Readonly<Record<string, string>>,
    secretEnv: Readonly<Record<string, string>>,
  ): Promise<void> {
    const service = new LoanSystemService({
      ...this.instance.resources,
      remotes: remoteSystems(this.instance.resources),
    });
    const request = { code, kind: code, baseUrl, organizationId: this.organizationId, settings, secretEnv };
    await service.add(ADMIN, request, true);
  }

  #asked(): Api {
    if (this.#api === undefined) throw new Error('no day has begun');
    return this.#api;
  }
}

export function noonOf(day: IsoDate): string {
  return `${day}T17:00:00Z`;
}

function key() {
  return { 'idempotency-key': newId() };
}
