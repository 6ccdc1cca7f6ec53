import { STRIPE_PROCESSOR_CODE } from '../../../connectors/card-processors/stripe/stripe.js';
import { newId } from '../../../core/ids/ids.js';
import { cardProcessors } from '../../../runtime/assembly/card-processors.js';
import { loanSystems } from '../../../runtime/assembly/loan-systems.js';
import { CorrectionWorker } from '../../../subgraphs/payments/autopay/correction/correction-worker.js';
import { AutopayRunner } from '../../../subgraphs/payments/autopay/run/autopay-runner.js';
import { ChargesInFlight } from '../../../subgraphs/payments/autopay/run/charges-in-flight.js';
import type { AutopayParts } from '../../../subgraphs/payments/autopay/run/run-under-schedule-lock.js';
import { ChargeReturns } from '../../../subgraphs/payments/disputes/charge-returns/bring-run-in-line-with-charge.js';
import { CardRenewer } from '../../../subgraphs/payments/methods/card-renewal/update-method-of-renewed-card.js';
import { ProcessorEventWorker } from '../../../subgraphs/payments/processor-events/event-worker.js';
import { send } from '../api.js';
import { tokenizeOrder } from '../processor-harnesses.js';
import { StripeReturns, signatureOf } from '../stripe/returns.js';
import type { StripeStandIn } from '../stripe/stand-in.js';
import type { StripeState } from '../stripe/state.js';
import type { LenderWithSystems } from './lender-with-systems.js';

export const WEBHOOK_SECRET = 'whsec_month_test_secret_00000000';

export interface Charged {
  readonly runId: string;
  readonly attemptId: string;
  /** The PaymentIntent. */
  readonly charge: string;
}

/** Autopay on ledger loans, charged at the processor's stand-in, with its refunds and disputes. */
export class CardHarness {
  readonly state: StripeState;
  readonly returns: StripeReturns;
  readonly #world: LenderWithSystems;
  #method: string | undefined;

  constructor(world: LenderWithSystems, { state }: StripeStandIn) {
    this.#world = world;
    this.state = state;
    this.returns = new StripeReturns(state, () => this.#seconds);
  }

  get #seconds(): number {
    return Math.floor(this.#world.clock.now().epochMilliseconds / 1_000);
  }

  get #parts(): AutopayParts {
    const { resources } = this.#world.instance;
    const timing = { callTimeoutMs: 20_000, firstLookMs: 50, chargeTimeoutMs: 20_000 };
    const outside = { systems: loanSystems(resources), processors: cardProcessors(resources) };
    const charges = new ChargesInFlight({ inFlight: 32, perSecond: undefined });
    return { db: resources.db, clock: this.#world.clock, ...outside, timing, charges, logger: resources.logger };
  }

  /** A run of today that is charged and posted. */
  async charged(amountCents: number): Promise<Charged> {
    const { sql, organizationId, day } = this.#world;
    this.#method ??= await this.#store();
    const schedule = newId();
    await sql.query(
      `insert into autopay_schedule (id, organization_id, account_id, payment_method_id, amount_cents, frequency_unit, frequency_interval, start_date, next_run_date, created_by)
       values ($1, $2, $3, $4, $5, 'month', 1, $6, $6, 'test')`,
      [schedule, organizationId, this.#world.loanOf('ledger').accountId, this.#method, amountCents, day],
    );
    const runner = new AutopayRunner(this.#parts);
    await runner.createDueRuns(organizationId);
    for (const run of await runner.watchOverdue()) await runner.work(run);
    await sql.query("update autopay_schedule set status = 'cancelled' where id = $1", [schedule]);
    const { rows } = await sql.query(
      `select r.id as "runId", r.status, t.id as "attemptId", t.charge_external_id as charge from autopay_run r
         join autopay_attempt t on t.run_id = r.id where r.schedule_id = $1`,
      [schedule],
    );
    if (rows.length !== 1 || rows[0].status !== 'posted') throw new Error(`not posted: ${JSON.stringify(rows)}`);
    return rows[0];
  }

  async statusOf({ runId }: Charged): Promise<string> {
    const { rows } = await this.#world.sql.query('select status::text from autopay_run where id = $1', [runId]);
    return rows[0].status;
  }

  /** Delivers a processor's event to the secure host, and waits until it is processed. */
  async deliverEvent(type: string, object: object): Promise<void> {
    const body = JSON.stringify(this.returns.event(type, object));
    const answer = await send(`${this.#world.instance.secureUrl}/processor-events/stripe`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(body, WEBHOOK_SECRET, this.#seconds),
      },
      body,
    });
    if (answer.status !== 202) throw new Error(`${type}: ${answer.status} ${answer.text}`);
    await this.#workOff();
  }

  async #workOff(): Promise<void> {
    const { sql } = this.#world;
    const parts = this.#parts;
    const events = new ProcessorEventWorker(parts, {
      charge: new ChargeReturns(parts),
      method: new CardRenewer(parts),
    });
    const corrections = new CorrectionWorker(parts);
    for (let rounds = 0; rounds < 12; rounds += 1) {
      const waiting = await sql.query("select id from processor_event where status = 'received' order by id");
      for (const { id } of waiting.rows) await events.work({ id });
      const open = await sql.query(
        `select id, organization_id as "organizationId" from autopay_correction where status = 'pending'`,
      );
      for (const correction of open.rows) await corrections.work(correction);
      const charges = await sql.query(
        `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
          where t.id = j.task_id and t.identifier = 'processor_charge' returning j.payload`,
      );
      for (const { payload } of charges.rows) await events.lookAtCharge(payload);
      if (waiting.rows.length + open.rows.length + charges.rows.length === 0) return;
    }
    throw new Error('the processor’s event is not processed');
  }

  async #store(): Promise<string> {
    const { lender, organizationId } = this.#world;
    const made = await this.#parts.processors
      .byCode(STRIPE_PROCESSOR_CODE)
      ?.tokenize(tokenizeOrder(organizationId, '4242424242424242'));
    if (made?.kind !== 'tokenized') throw new Error('no card was stored');
    return lender.paymentMethod({
      processor: STRIPE_PROCESSOR_CODE,
      processorToken: made.token,
      processorCustomer: made.customer,
    });
  }
}
