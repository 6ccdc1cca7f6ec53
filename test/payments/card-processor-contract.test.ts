import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  CardProcessor,
  Charge,
  ChargeOutcome,
  FoundCharge,
  Instrument,
  TokenizeOutcome,
} from '../../connectors/card-processors/port.js';
import type { Config } from '../../core/config/load.js';
import { newId } from '../../core/ids/ids.js';
import { cents } from '../../core/money.js';
import { captureProcessor, cardProcessors } from '../../runtime/assembly/card-processors.js';
import type { Resources } from '../../runtime/assembly/resources.js';
import type { Lender } from '../support/lender.js';
import {
  type ProcessorHarness,
  type ProcessorHarnessSource,
  sandboxProcessorHarness,
  stripeProcessorHarness,
  tokenizeOrder,
} from '../support/processor-harnesses.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/** A processor that can be selected does not compile without its harness. */
const HARNESSES: Readonly<Record<Config['CARD_PROCESSOR'], ProcessorHarnessSource>> = {
  sandbox: sandboxProcessorHarness(),
  stripe: await stripeProcessorHarness(),
};
const sources = Object.values(HARNESSES);
let instance: TestInstance;
let lender: Lender;

beforeAll(async () => {
  instance = await openTestInstance({
    worker: false,
    environment: Object.assign({}, ...sources.map((s) => s.environment)),
  });
  lender = await instance.lender();
});
afterAll(() => Promise.all([instance.close(), ...sources.map((source) => source.close())]));

/** What every adapter of the card processor port must do, for each processor. */
describe.each(sources)('card processor $code', (source) => {
  let bench: ProcessorHarness;
  let processor: CardProcessor;
  let pays: Instrument;
  beforeAll(async () => {
    bench = source.open(instance.resources);
    processor = bench.processor;
    pays = await bench.instrument();
  });

  const order = (number: string, changes = {}) => tokenizeOrder(lender.organizationId, number, changes);
  const charge = (reference: string, instrument = pays, by = processor, triedBefore = 0) =>
    by.charge({
      ...{ organizationId: lender.organizationId, reference, instrument, triedBefore, mayBeKnown: triedBefore > 0 },
      amountCents: cents(1_000),
      description: 'Automatic loan payment',
    });
  const find = (reference: string, instrument = pays) =>
    processor.findCharge({ organizationId: lender.organizationId, reference, instrument });
  const refund = (reference: string, { externalId, amountCents }: Charge) =>
    processor.refund({
      organizationId: lender.organizationId,
      reference,
      chargeExternalId: externalId,
      amountCents,
    });

  it.each([
    ['4242424242424242', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['378282246310005', 'amex'],
    ['6011111111111117', 'discover'],
    ['3056930009020004', 'diners'],
  ])('makes an instrument of %s, which can be charged', async (number, cardBrand) => {
    const made = tokenized(await processor.tokenize(order(number)));
    expect(made).toMatchObject({ cardBrand, lastFour: number.slice(-4), expirationMonth: 12, expirationYear: 2040 });
    expect(JSON.stringify(made)).not.toContain(number.slice(0, -4));
    const instrument = { token: made.token, customer: made.customer };
    expect(charged(await charge(newId(), instrument)).amountCents).toBe(1_000);
  });

  it('makes an instrument of 4000000000000341, which is declined when charged', async () => {
    const { token, customer } = tokenized(await processor.tokenize(order('4000000000000341')));
    expect(await charge(newId(), { token, customer })).toMatchObject({ kind: 'declined', code: 'generic_decline' });
  });

  it('makes one instrument per reference: a repeated request, and eight at once, return the same one', async () => {
    const before = bench.instruments();
    const same = order('4242424242424242');
    const made = await Promise.all(Array.from({ length: 8 }, () => processor.tokenize(same)));
    made.push(await processor.tokenize(same));
    expect(new Set(made.map((outcome) => JSON.stringify(tokenized(outcome)))).size).toBe(1);
    if (before !== undefined) expect(bench.instruments()).toBe(before + 1);
  });

  it('keeps a borrower’s cards together: one customer, known or not', async () => {
    const partyId = newId();
    const first = tokenized(await processor.tokenize(order('4242424242424242', { partyId })));
    const second = tokenized(await processor.tokenize(order('5555555555554444', { partyId })));
    const { customer } = first;
    const third = tokenized(await processor.tokenize(order('378282246310005', { partyId, customer })));
    expect([second.customer, third.customer]).toEqual([customer, customer]);
    expect(new Set([first.token, second.token, third.token]).size).toBe(3);
  });

  it.each([
    ['4000000000000002', 'generic_decline'],
    ['4000000000000069', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc'],
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000009987', 'generic_decline'],
    ['4000000000009979', 'generic_decline'],
    ['3530111333300000', 'card_not_supported'],
  ])('declines %s: %s, and repeating the request changes nothing', async (number, reason) => {
    const before = bench.instruments();
    const same = order(number);
    expect(await processor.tokenize(same)).toEqual({ kind: 'declined', reason });
    expect(await processor.tokenize(same)).toEqual({ kind: 'declined', reason });
    if (before !== undefined) expect(bench.instruments()).toBe(before);
  });

  it('reports when it cannot take a card at the moment', async () => {
    const before = bench.instruments();
    bench.unavailable.happens();
    expect(await processor.tokenize(order(bench.unavailable.number))).toEqual({ kind: 'unavailable' });
    if (before !== undefined) expect(bench.instruments()).toBe(before);
  });

  it('charges, and finds the charge by its reference', async () => {
    const reference = newId();
    expect(await find(reference)).toEqual({ kind: 'absent' });
    const made = charged(await charge(reference));
    expect(made.amountCents).toBe(1_000);
    expect(charged(await find(reference))).toEqual(made);
  });

  it('charges once per reference: a repeated request, eight at once, and another attempt return the one charge', async () => {
    const reference = newId();
    const made = await Promise.all(Array.from({ length: 8 }, () => charge(reference)));
    made.push(await charge(reference), await charge(reference, pays, processor, 1));
    expect(new Set(made.map((outcome) => charged(outcome).externalId)).size).toBe(1);
  });

  it.each(['generic_decline', 'insufficient_funds'])('declines for %s, which may succeed later', async (reason) => {
    const [reference, instrument] = [newId(), await bench.instrument(reason)];
    expect(await charge(reference, instrument)).toEqual({ kind: 'declined', code: reason, isHard: false });
    expect((await find(reference, instrument)).kind).not.toBe('charged');
  });

  it.each(['lost_card', 'stolen_card', 'expired_card'])('declines for %s permanently', async (reason) => {
    const [reference, instrument] = [newId(), await bench.instrument(reason)];
    expect(await charge(reference, instrument)).toEqual({ kind: 'declined', code: reason, isHard: true });
    expect((await find(reference, instrument)).kind).not.toBe('charged');
  });

  it('is unreachable before it charges', async () => {
    const [reference, troubled] = [newId(), await bench.troubled('unreachable')];
    expect(await charge(reference, troubled.instrument, troubled.processor)).toEqual({ kind: 'unreachable' });
    expect(await find(reference, troubled.instrument)).toEqual({ kind: 'absent' });
  });

  it('returns unknown for a completed charge: a lookup finds it', async () => {
    const [reference, troubled] = [newId(), await bench.troubled('charged_unconfirmed')];
    expect(await charge(reference, troubled.instrument, troubled.processor)).toEqual({ kind: 'unknown' });
    expect(charged(await find(reference, troubled.instrument)).amountCents).toBe(1_000);
  });

  it('returns unknown for a lost charge: a lookup finds nothing', async () => {
    const [reference, troubled] = [newId(), await bench.troubled('lost')];
    expect(await charge(reference, troubled.instrument, troubled.processor)).toEqual({ kind: 'unknown' });
    expect(await find(reference, troubled.instrument)).toEqual({ kind: 'absent' });
  });

  it('refunds a charge once: a repeated request returns the same', async () => {
    const made = charged(await charge(newId()));
    const reference = newId();
    const refunds = await Promise.all([refund(reference, made), refund(reference, made)]);
    expect([...refunds, await refund(reference, made)]).toEqual(Array(3).fill({ kind: 'refunded' }));
  });

  it('refuses a refund already made under another reference, and a refund of an unknown charge', async () => {
    const made = charged(await charge(newId()));
    await refund(newId(), made);
    expect((await refund(newId(), made)).kind).toBe('refused');
    expect((await refund(newId(), { externalId: 'ch_unknown', amountCents: cents(1) })).kind).toBe('refused');
  });
});

it('the sandbox is not available in production; without a processor, or switched off, no cards are accepted', () => {
  const under = (changes: Partial<Resources['config']>) => ({
    ...instance.resources,
    config: { ...instance.resources.config, ...changes },
  });
  const production = under({ isProduction: true });
  expect([cardProcessors(instance.resources).codes, cardProcessors(production).codes]).toEqual([
    ['sandbox', 'stripe'],
    ['stripe'],
  ]);
  expect(captureProcessor(instance.resources)?.code).toBe('sandbox');
  expect(captureProcessor(under({ CARD_PROCESSOR: 'stripe' }))?.code).toBe('stripe');
  expect(captureProcessor(production)).toBeUndefined();
  expect(captureProcessor(under({ SECURE_CAPTURE_ENABLED: false }))).toBeUndefined();
});

function charged(outcome: ChargeOutcome | FoundCharge): Charge {
  if (outcome.kind !== 'charged') throw new Error(`not charged: ${outcome.kind}`);
  return outcome.charge;
}

function tokenized(outcome: TokenizeOutcome): Extract<TokenizeOutcome, { kind: 'tokenized' }> {
  if (outcome.kind !== 'tokenized') throw new Error(`not tokenized: ${JSON.stringify(outcome)}`);
  return outcome;
}
