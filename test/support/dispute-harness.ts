import type { CardProcessor } from '../../connectors/card-processors/port.js';
import { STRIPE_PROCESSOR_CODE } from '../../connectors/card-processors/stripe/stripe.js';
import type { ScenarioCode } from '../../connectors/loan-systems/sandbox/scenarios.js';
import { CorrectionWorker } from '../../subgraphs/payments/autopay/correction/correction-worker.js';
import type { AutopayParts } from '../../subgraphs/payments/autopay/run/run-under-schedule-lock.js';
import { ChargeReturns } from '../../subgraphs/payments/disputes/charge-returns/bring-run-in-line-with-charge.js';
import { CardRenewer } from '../../subgraphs/payments/methods/card-renewal/update-method-of-renewed-card.js';
import { ProcessorEventWorker } from '../../subgraphs/payments/processor-events/event-worker.js';
import { ProcessorPull } from '../../subgraphs/payments/processor-events/pull-processor-events.js';
import { type ApiAnswer, send } from './api.js';
import { AutopayHarness } from './autopay-harness.js';
import { tokenizeOrder } from './processor-harnesses.js';
import { StripeReturns, signatureOf } from './stripe/returns.js';
import { openStripe, type StripeStandIn } from './stripe/stand-in.js';

export const OLD_SECRET = 'whsec_disputes_test_old_secret_0000';
export const SECRET = 'whsec_disputes_test_new_secret_1111';
export const SANDBOX_SECRET = 'whsec_disputes_test_sandbox_222222';

const PAST_LEASES_MS = 60_000;

export interface Charged {
  readonly accountId: string;
  readonly schedule: string;
  readonly runId: string;
  /** The PaymentIntent. */
  readonly charge: string;
}

/** Autopay at Stripe's stand-in, with its events, delivered to the secure host or pulled. */
export class DisputeHarness {
  readonly autopay: AutopayHarness;
  readonly stripe: StripeStandIn;
  readonly returns: StripeReturns;

  private constructor(harness: AutopayHarness, stripe: StripeStandIn) {
    this.autopay = harness;
    this.stripe = stripe;
    this.returns = new StripeReturns(stripe.state, () => this.seconds);
  }

  static async open(): Promise<DisputeHarness> {
    const stripe = await openStripe();
    const environment = {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_API_BASE: stripe.url,
      STRIPE_WEBHOOK_SECRETS: `${SECRET},${OLD_SECRET}`,
      SANDBOX_CARD_WEBHOOK_SECRETS: SANDBOX_SECRET,
    };
    return new DisputeHarness(await AutopayHarness.open('2026-01-05', { environment }), stripe);
  }

  async close(): Promise<void> {
    await Promise.all([this.autopay.close(), this.stripe.close()]);
  }

  /** The instance's clock. */
  get seconds(): number {
    return Math.floor(this.autopay.clock.now().epochMilliseconds / 1_000);
  }

  get processor(): CardProcessor {
    const found = this.autopay.parts.processors.byCode(STRIPE_PROCESSOR_CODE);
    if (found === undefined) throw new Error('Stripe is there');
    return found;
  }

  /** A run that is charged at Stripe and posted. */
  async charged(scenario: ScenarioCode | 'ledger' = 'SBX-POSTS', amount = 10_000): Promise<Charged> {
    const { autopay } = this;
    const made = await this.processor.tokenize(tokenizeOrder(autopay.lender.organizationId, '4242424242424242'));
    if (made.kind !== 'tokenized') throw new Error(made.kind);
    const payment_method_id = await autopay.lender.paymentMethod({
      processor: STRIPE_PROCESSOR_CODE,
      processorToken: made.token,
      processorCustomer: made.customer,
    });
    const accountId = await (scenario === 'ledger'
      ? autopay.lender.ledgerAccount()
      : autopay.lender.sandboxAccount(scenario));
    const schedule = await autopay.schedule(accountId, { payment_method_id, amount_cents: amount });
    await autopay.workOff();
    const { rows } = await autopay.pool.query(
      `select r.id, t.charge_external_id from autopay_run r join autopay_attempt t on t.run_id = r.id
        where r.schedule_id = $1 and t.charge_external_id is not null`,
      [schedule],
    );
    return { accountId, schedule, runId: rows[0].id, charge: rows[0].charge_external_id };
  }

  /** Posts an event to the secure host, as Stripe does. */
  post(
    event: object | string,
    { secret = SECRET, at = this.seconds, processor = 'stripe', headers = {} }: PostOptions = {},
  ): Promise<ApiAnswer> {
    const body = typeof event === 'string' ? event : JSON.stringify(event);
    return send(`${this.autopay.instance.secureUrl}/processor-events/${processor}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(body, secret, at),
        ...headers,
      },
      body,
    });
  }

  /** Delivers an event about a charge from Stripe, and has the worker process it. */
  async deliverEvent(type: string, object: object): Promise<void> {
    const answer = await this.post(this.returns.event(type, object));
    if (answer.status !== 202) throw new Error(`${type}: ${answer.status} ${JSON.stringify(answer.json)}`);
    await this.workOff();
  }

  workers(parts: AutopayParts = this.autopay.parts) {
    return {
      events: new ProcessorEventWorker(parts, { charge: new ChargeReturns(parts), method: new CardRenewer(parts) }),
      corrections: new CorrectionWorker(parts),
      pull: new ProcessorPull(parts),
    };
  }

  /** Does the worker's jobs until none is left, and once more after every lease. */
  async workOff(parts?: AutopayParts): Promise<void> {
    const { events, corrections } = this.workers(parts);
    const { pool, time } = this.autopay;
    for (let rounds = 0; rounds < 12; rounds += 1) {
      const waiting = await pool.query("select id from processor_event where status = 'received' order by id");
      for (const { id } of waiting.rows) await events.work({ id });
      const open = await pool.query("select id, organization_id from autopay_correction where status = 'pending'");
      for (const { id, organization_id } of open.rows) {
        await corrections.work({ id, organizationId: organization_id });
      }
      const charges = await this.#queued('processor_charge');
      for (const charge of charges) await events.lookAtCharge(charge);
      if (waiting.rows.length + open.rows.length + charges.length === 0) return;
      if (open.rows.length > 0) await time.pass(PAST_LEASES_MS);
    }
  }

  /** Payloads of waiting jobs, which are removed from the queue. */
  async #queued(task: string): Promise<any[]> {
    const { rows } = await this.autopay.pool.query(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
        where t.id = j.task_id and t.identifier = $1 returning j.payload`,
      [task],
    );
    return rows.map(({ payload }) => payload);
  }

  /** A run's status, and the postings on its loan under its reference: `+10000` posted, `-10000` reversed. */
  async runAndPostings({ runId, accountId }: Charged): Promise<{ status: string; books: readonly string[] }> {
    const { pool } = this.autopay;
    const run = await pool.query('select status from autopay_run where id = $1', [runId]);
    const ours = `select $1::text as id union all select id from autopay_correction where run_id = $1`;
    const books = await pool.query(
      `select case when kind = 'payment' then '+' else '-' end || amount_cents as line, reference_number
         from sandbox_posting where external_reference in (${ours}) and loan_id = $2
       union all
       select case when e.type = 'payment' then '+' else '-' end || abs(t.amount_cents), e.reference_number
         from ledger_entry e join transaction t on t.account_id = e.loan_id and t.external_id = e.reference_number::text
        where e.external_reference in (${ours}) and e.loan_id = $2 order by 2`,
      [runId, accountId],
    );
    return { status: run.rows[0].status, books: books.rows.map(({ line }) => line) };
  }

  async disputes({ runId }: Charged): Promise<readonly string[]> {
    const { rows } = await this.autopay.pool.query('select status from dispute where run_id = $1 order by id', [runId]);
    return rows.map(({ status }) => status);
  }

  /** Types of the events about a run and its disputes, in order. */
  async eventTypes({ runId }: Charged): Promise<readonly string[]> {
    const { rows } = await this.autopay.pool.query(
      `select type from event where object_id = $1 or object_id in (select id from dispute where run_id = $1)
        order by position`,
      [runId],
    );
    return rows.map(({ type }) => type);
  }

  /** Kinds of exceptions about a run, its disputes and its corrections. */
  async exceptions({ runId }: Charged): Promise<readonly string[]> {
    const { rows } = await this.autopay.pool.query(
      `select kind from operator_exception
        where subject_id = $1 or subject_id in (select id from dispute where run_id = $1)
           or subject_id in (select id from autopay_correction where run_id = $1) order by kind`,
      [runId],
    );
    return rows.map(({ kind }) => kind);
  }

  async event(externalId: string): Promise<{ id: string; status: string; outcome: string | null; source: string }> {
    const { rows } = await this.autopay.pool.query(
      'select id, status, outcome, source from processor_event where external_id = $1',
      [externalId],
    );
    if (rows.length !== 1) throw new Error(`${rows.length} events ${externalId}`);
    return rows[0];
  }
}

interface PostOptions {
  readonly secret?: string;
  /** Seconds. */
  readonly at?: number;
  readonly processor?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
