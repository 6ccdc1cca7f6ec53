import type { CardProcessor, Instrument, TokenizeOrder } from '../../connectors/card-processors/port.js';
import { SANDBOX_PROCESSOR_CODE } from '../../connectors/card-processors/sandbox/sandbox.js';
import { capturedToken } from '../../connectors/card-processors/sandbox/test-instrument-behaviours.js';
import { createStripeProcessor, STRIPE_PROCESSOR_CODE } from '../../connectors/card-processors/stripe/stripe.js';
import { newId } from '../../core/ids/ids.js';
import { createLogger } from '../../core/logging/logger.js';
import { cardProcessors } from '../../runtime/assembly/card-processors.js';
import type { Resources } from '../../runtime/assembly/resources.js';
import { cut, cutAfterwards, rateLimited } from './stripe/faults.js';
import { openStripe, type StripeStandIn } from './stripe/stand-in.js';

/** The fault of the next charge. */
export type ChargeFault = 'unreachable' | 'charged_unconfirmed' | 'lost';

/** One adapter with controls for its behavior. */
export interface ProcessorHarness {
  readonly processor: CardProcessor;
  /** An instrument whose charge is declined for this reason, or succeeds. */
  instrument(declines?: string): Promise<Instrument>;
  troubled(trouble: ChargeFault): Promise<{ readonly processor: CardProcessor; readonly instrument: Instrument }>;
  /** A card that the processor cannot capture at the moment. */
  readonly unavailable: { readonly number: string; happens(): void };
  /** Instruments that can be charged, if the processor can list them. */
  instruments(): number | undefined;
}

export interface ProcessorHarnessSource {
  readonly code: string;
  readonly environment: Readonly<Record<string, string>>;
  open(resources: Resources): ProcessorHarness;
  close(): Promise<void>;
}

export function tokenizeOrder(
  organizationId: string,
  number: string,
  changes: Partial<TokenizeOrder> = {},
): TokenizeOrder {
  return {
    organizationId,
    reference: newId(),
    partyId: newId(),
    customer: null,
    card: { number, expirationMonth: 12, expirationYear: 2040, cvc: '987' },
    cardholderName: 'Ann Elk',
    billingAddress: { line1: '1 Elm St', line2: null, city: 'Albany', state: 'NY', postalCode: '12207', country: 'US' },
    ...changes,
  };
}

export function sandboxProcessorHarness(): ProcessorHarnessSource {
  const declining: Readonly<Record<string, string>> = {
    generic_decline: 'pm_card_chargeDeclined',
    insufficient_funds: 'pm_card_chargeDeclinedInsufficientFunds',
    lost_card: 'pm_card_chargeDeclinedLostCard',
    stolen_card: 'pm_card_chargeDeclinedStolenCard',
    expired_card: 'pm_card_chargeDeclinedExpiredCard',
  };
  const troubles = {
    unreachable: 'pm_sandbox_unreachable',
    charged_unconfirmed: 'pm_sandbox_unconfirmed_charged',
    lost: 'pm_sandbox_unconfirmed_lost',
  };
  return {
    code: SANDBOX_PROCESSOR_CODE,
    environment: {},
    close: async () => undefined,
    open(resources) {
      const processor = processorOf(resources, SANDBOX_PROCESSOR_CODE);
      const instrument = (token: string) => ({ token: capturedToken(token, newId()), customer: `cus_${newId()}` });
      return {
        processor,
        instrument: async (declines) => instrument(declining[declines ?? ''] ?? 'pm_card_visa'),
        troubled: async (trouble) => ({ processor, instrument: instrument(troubles[trouble]) }),
        unavailable: { number: '4000000000000119', happens: () => undefined },
        instruments: () => undefined,
      };
    },
  };
}

/** Stripe's adapter, with the stand-in. */
export async function stripeProcessorHarness(): Promise<ProcessorHarnessSource> {
  const stripe = await openStripe();
  return {
    code: STRIPE_PROCESSOR_CODE,
    environment: { STRIPE_SECRET_KEY: stripe.secretKey, STRIPE_API_BASE: stripe.url },
    close: () => stripe.close(),
    open(resources) {
      const processor = processorOf(resources, STRIPE_PROCESSOR_CODE);
      const pays = () => storedAtStripe(processor);
      return {
        processor,
        async instrument(declines) {
          const instrument = await pays();
          if (declines !== undefined) declinesWhenCharged(stripe, instrument, declines);
          return instrument;
        },
        async troubled(trouble) {
          const instrument = await pays();
          if (trouble === 'unreachable') return { processor: nobodyThere(), instrument };
          const fault = trouble === 'lost' ? cut : cutAfterwards;
          stripe.breaks('POST /v1/payment_intents', fault, fault);
          return { processor, instrument };
        },
        unavailable: {
          number: '4242424242424242',
          happens: () => stripe.breaks('POST /v1/setup_intents', rateLimited),
        },
        instruments: () => stripe.state.attached.length,
      };
    },
  };
}

/** A card captured at Stripe, as an instrument of a separate borrower. */
export async function storedAtStripe(processor: CardProcessor, organizationId = newId()): Promise<Instrument> {
  const outcome = await processor.tokenize(tokenizeOrder(organizationId, '4242424242424242'));
  if (outcome.kind !== 'tokenized') throw new Error(`not tokenized: ${outcome.kind}`);
  return { token: outcome.token, customer: outcome.customer };
}

function declinesWhenCharged({ state }: StripeStandIn, { token }: Instrument, reason: string): void {
  const card = state.cards.get(token);
  if (card === undefined) throw new Error(`no such method: ${token}`);
  state.cards.set(token, { ...card, charge: { declines: reason } });
}

/** The adapter with an address without a listener. */
function nobodyThere(): CardProcessor {
  const logger = createLogger('silent', 'test');
  return createStripeProcessor({ secretKey: 'sk_test', apiBase: 'http://127.0.0.1:1', timeoutMs: 1_000, logger });
}

function processorOf(resources: Resources, code: string): CardProcessor {
  const found = cardProcessors(resources).byCode(code);
  if (found === undefined) throw new Error(`no processor ${code}`);
  return found;
}
