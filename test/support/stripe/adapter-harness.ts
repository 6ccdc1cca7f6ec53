import { Writable } from 'node:stream';
import { pino } from 'pino';
import type {
  CardProcessor,
  ChargeOrder,
  Instrument,
  RefundOrder,
  TokenizeOrder,
} from '../../../connectors/card-processors/port.js';
import { createStripeProcessor } from '../../../connectors/card-processors/stripe/stripe.js';
import { newId } from '../../../core/ids/ids.js';
import { cents } from '../../../core/money.js';
import { storedAtStripe, tokenizeOrder } from '../processor-harnesses.js';
import { openStripe, type StripeStandIn } from './stand-in.js';

export const NUMBER = '4242424242424242';
export const CHARGES = 'POST /v1/payment_intents';
export const REFUNDS = 'POST /v1/refunds';

/** Stripe's adapter with the stand-in: without a guard around it, and with a readable log. */
export class AdapterHarness {
  readonly stripe: StripeStandIn;
  readonly processor: CardProcessor;
  /** Has a short timeout. */
  readonly impatient: CardProcessor;
  /** A card that succeeds. */
  readonly instrument: Instrument;
  readonly #lines: string[];

  private constructor(
    open: Pick<AdapterHarness, 'stripe' | 'processor' | 'impatient' | 'instrument'>,
    lines: string[],
  ) {
    ({ stripe: this.stripe, processor: this.processor, impatient: this.impatient, instrument: this.instrument } = open);
    this.#lines = lines;
  }

  static async open(): Promise<AdapterHarness> {
    const stripe = await openStripe();
    const lines: string[] = [];
    const write = (chunk: Buffer, _encoding: string, done: () => void) => {
      lines.push(chunk.toString());
      done();
    };
    const logger = pino({ level: 'trace' }, new Writable({ write }));
    const options = { secretKey: stripe.secretKey, apiBase: stripe.url, logger };
    const processor = createStripeProcessor({ ...options, timeoutMs: 10_000 });
    const impatient = createStripeProcessor({ ...options, timeoutMs: 200 });
    return new AdapterHarness({ stripe, processor, impatient, instrument: await storedAtStripe(processor) }, lines);
  }

  /** Removes all faults and empties the log. */
  reset(): void {
    this.stripe.heals();
    this.#lines.length = 0;
  }

  get logged(): readonly string[] {
    return this.#lines;
  }

  capture(changes: Partial<TokenizeOrder> = {}): TokenizeOrder {
    return tokenizeOrder('organization', NUMBER, changes);
  }

  order(changes: Partial<ChargeOrder> = {}): ChargeOrder {
    return {
      organizationId: 'organization',
      reference: newId(),
      instrument: this.instrument,
      triedBefore: 0,
      mayBeKnown: false,
      amountCents: cents(1_000),
      description: 'Automatic loan payment',
      ...changes,
    };
  }

  /** An order to refund a new charge. */
  async refundOrder(): Promise<RefundOrder> {
    const outcome = await this.processor.charge(this.order());
    if (outcome.kind !== 'charged') throw new Error(outcome.kind);
    const { externalId: chargeExternalId, amountCents } = outcome.charge;
    return { organizationId: 'organization', reference: newId(), chargeExternalId, amountCents };
  }

  /** The number of objects at Stripe. */
  counts() {
    const { paymentMethods, attached, customers } = this.stripe.state;
    return { methods: paymentMethods.size, attached: attached.length, customers: customers.size };
  }

  refundsOf({ chargeExternalId }: RefundOrder) {
    return [...this.stripe.state.refunds.values()].filter((refund) => refund.payment_intent === chargeExternalId);
  }
}
