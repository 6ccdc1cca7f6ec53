import { STRIPE_PROCESSOR_CODE } from '../../../connectors/card-processors/stripe/stripe.js';
import { systemClock } from '../../../core/time/clock.js';
import { servicingDate } from '../../../core/time/servicing-day.js';
import { cardProcessors } from '../../../runtime/assembly/card-processors.js';
import type { Api } from '../api.js';
import type { Lender } from '../lender.js';
import { storedAtStripe } from '../processor-harnesses.js';
import { openStripe, type StripeStandIn } from '../stripe/stand-in.js';
import type { TestInstance } from '../test-instance.js';
import { until } from '../until.js';
import type { PlannedPayment } from './planned-request.js';
import type { Answered } from './proof-client.js';

const WITHIN_MS = 900_000;

/** Autopay schedules that are due today, charged at a card processor that the restore does not change. */
export class AutopayAtStripe {
  readonly #stripe: StripeStandIn;
  readonly environment: Readonly<Record<string, string>>;

  private constructor(stripe: StripeStandIn) {
    this.#stripe = stripe;
    this.environment = { STRIPE_SECRET_KEY: stripe.secretKey, STRIPE_API_BASE: stripe.url };
  }

  static async open(): Promise<AutopayAtStripe> {
    return new AutopayAtStripe(await openStripe());
  }

  /** Makes a schedule for each payment, with one card for each borrower. */
  async schedule(instance: TestInstance, lender: Lender, api: Api, payments: readonly PlannedPayment[]): Promise<void> {
    const cards = new Map<string, string>();
    for (const { loan, amount } of payments) {
      const borrower = await borrowerOf(instance, loan.account);
      const card = cards.get(borrower) ?? (await this.#card(instance, lender, borrower));
      cards.set(borrower, card);
      const made = await api.post('/v1/autopay', {
        account_id: loan.account,
        payment_method_id: card,
        amount_cents: amount,
        frequency_unit: 'year',
        frequency_interval: 1,
        start_date: servicingDate(systemClock.now()),
      });
      if (made.status !== 201) throw new Error(`the schedule is refused: ${made.text}`);
    }
  }

  /** Waits until the worker has charged and posted each date. The id is the run's: it has no payment of its own. */
  async outcomes(api: Api, payments: readonly PlannedPayment[]): Promise<readonly Answered[]> {
    const found: Answered[] = [];
    for (const { loan } of payments) {
      const read = async () => {
        const { items } = (await api.get(`/v1/autopay-runs?account_id=${loan.account}`)).json;
        return items[0]?.status === 'posted' && items[0];
      };
      const run = await until(read, `the autopay date of loan ${loan.externalId} is posted`, WITHIN_MS);
      found.push({ id: run.id, outcome: run.status });
    }
    return found;
  }

  /** The amounts that the processor has taken: PaymentIntents that succeeded. */
  charges(): readonly number[] {
    return [...this.#stripe.state.paymentIntents.values()].flatMap(({ status, amount }) =>
      status === 'succeeded' && amount !== undefined ? [amount] : [],
    );
  }

  close(): Promise<void> {
    return this.#stripe.close();
  }

  async #card({ resources }: TestInstance, lender: Lender, partyId: string): Promise<string> {
    const processor = cardProcessors(resources).byCode(STRIPE_PROCESSOR_CODE);
    if (processor === undefined) throw new Error('there is no card processor');
    const { token, customer } = await storedAtStripe(processor, lender.organizationId);
    const stored = { processor: STRIPE_PROCESSOR_CODE, processorToken: token, processorCustomer: customer };
    return lender.paymentMethod({ partyId, ...stored });
  }
}

async function borrowerOf({ resources }: TestInstance, account: string): Promise<string> {
  const { rows } = await resources.pool.query('select primary_borrower_party_id as id from account where id = $1', [
    account,
  ]);
  return rows[0].id;
}
