import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardProcessors } from '../cli/assembly/graph.js';
import type { CardProcessor, Charge, ChargeOutcome, FoundCharge } from '../connectors/card-processors/port.js';
import { SANDBOX_PROCESSOR_CODE } from '../connectors/card-processors/sandbox/sandbox.js';
import { newId } from '../core/ids.js';
import { cents } from '../core/money.js';
import { type House, openHouse } from './support/house.js';
import type { Lender } from './support/lender.js';

let house: House;
let lender: Lender;

beforeAll(async () => {
  house = await openHouse({ worker: false });
  lender = await house.lender();
});
afterAll(() => house.close());

/** Instruments of each adapter, by what becomes of a charge. */
const ADAPTERS = [
  {
    code: SANDBOX_PROCESSOR_CODE,
    pays: 'pm_card_visa',
    declinesForNow: ['pm_card_chargeDeclined', 'pm_card_chargeDeclinedInsufficientFunds'],
    declinesForGood: [
      'pm_card_chargeDeclinedLostCard',
      'pm_card_chargeDeclinedStolenCard',
      'pm_card_chargeDeclinedExpiredCard',
    ],
    unreachable: 'pm_sandbox_unreachable',
    unknownAndCharged: 'pm_sandbox_unconfirmed_charged',
    unknownAndLost: 'pm_sandbox_unconfirmed_lost',
  },
];

/** What every adapter of the card processor port must do, whichever processor is behind it. */
describe.each(ADAPTERS)('card processor $code', (adapter) => {
  let processor: CardProcessor;
  beforeAll(() => {
    const found = cardProcessors(house.resources).byCode(adapter.code);
    if (found === undefined) throw new Error(`no processor ${adapter.code}`);
    processor = found;
  });

  const charge = (reference: string, token = adapter.pays, amount = 1_000) =>
    processor.charge({
      organizationId: lender.organizationId,
      reference,
      instrument: { token, customer: null },
      triedBefore: 0,
      amountCents: cents(amount),
      description: 'Automatic loan payment',
    });
  const find = (reference: string) =>
    processor.findCharge({
      organizationId: lender.organizationId,
      reference,
      instrument: { token: adapter.pays, customer: null },
    });
  const refund = (reference: string, { externalId, amountCents }: Charge) =>
    processor.refund({
      organizationId: lender.organizationId,
      reference,
      chargeExternalId: externalId,
      amountCents,
    });

  it('charges, and finds the charge by its reference', async () => {
    const reference = newId();
    expect(await find(reference)).toEqual({ kind: 'absent' });
    const made = charged(await charge(reference));
    expect(made.amountCents).toBe(1_000);
    expect(charged(await find(reference))).toEqual(made);
  });

  it('charges once per reference: another time, and eight at once, answer the one charge', async () => {
    const reference = newId();
    const made = await Promise.all(Array.from({ length: 8 }, () => charge(reference)));
    made.push(await charge(reference));
    expect(new Set(made.map((outcome) => charged(outcome).externalId)).size).toBe(1);
  });

  it.each(adapter.declinesForNow)('declines %s, which may do later', async (token) => {
    const reference = newId();
    expect(await charge(reference, token)).toMatchObject({ kind: 'declined', isHard: false });
    expect((await find(reference)).kind).not.toBe('charged');
  });

  it.each(adapter.declinesForGood)('declines %s for good', async (token) => {
    const reference = newId();
    expect(await charge(reference, token)).toMatchObject({ kind: 'declined', isHard: true });
    expect((await find(reference)).kind).not.toBe('charged');
  });

  it('is unreachable before it charges', async () => {
    const reference = newId();
    expect(await charge(reference, adapter.unreachable)).toEqual({ kind: 'unreachable' });
    expect(await find(reference)).toEqual({ kind: 'absent' });
  });

  it('answers unknown for what was charged: a look finds it', async () => {
    const reference = newId();
    expect(await charge(reference, adapter.unknownAndCharged)).toEqual({ kind: 'unknown' });
    expect(charged(await find(reference)).amountCents).toBe(1_000);
  });

  it('answers unknown for what was lost: a look finds nothing', async () => {
    const reference = newId();
    expect(await charge(reference, adapter.unknownAndLost)).toEqual({ kind: 'unknown' });
    expect(await find(reference)).toEqual({ kind: 'absent' });
  });

  it('gives a charge back once: asking again answers the same', async () => {
    const made = charged(await charge(newId()));
    const reference = newId();
    const refunds = await Promise.all([refund(reference, made), refund(reference, made)]);
    expect([...refunds, await refund(reference, made)]).toEqual(Array(3).fill({ kind: 'refunded' }));
  });

  it('refuses to give back what it has given back under another reference, and what it never took', async () => {
    const made = charged(await charge(newId()));
    await refund(newId(), made);
    expect((await refund(newId(), made)).kind).toBe('refused');
    expect((await refund(newId(), { externalId: 'ch_unknown', amountCents: cents(1) })).kind).toBe('refused');
  });
});

function charged(outcome: ChargeOutcome | FoundCharge): Charge {
  if (outcome.kind !== 'charged') throw new Error(`not charged: ${outcome.kind}`);
  return outcome.charge;
}
