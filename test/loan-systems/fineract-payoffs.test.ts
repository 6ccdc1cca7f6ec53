import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, type IsoDate } from '../../core/time/dates.js';
import { fineractAdapter, referenceTo } from '../support/fineract/fineract-adapter.js';
import type { BookLoan } from '../support/fineract/fineract-book.js';
import { answered, type FineractHarness, FRIDAY, openFineractHarness } from '../support/fineract/fineract-harness.js';

let harness: FineractHarness;
let system: ReturnType<typeof fineractAdapter>;

beforeAll(async () => {
  harness = await openFineractHarness();
});
afterAll(async () => {
  await system.close();
  await harness.close();
  expect(harness.server.violations).toEqual([]);
});
beforeEach(async () => {
  await system?.close();
  system = fineractAdapter(harness.server);
  harness.renew();
  harness.server.ignoresPayoffDay = false;
});

/** What Fineract itself returns for a day, by hand; `date` is the business date, whatever day was requested. */
function bearing(perDiem = 33): BookLoan {
  return Object.assign(harness.server.book.loan({ principal: 120_000, interest: 3_400 }), { perDiem });
}

async function quote(loan: BookLoan, on: IsoDate | null) {
  const read = answered(await system.quotePayoffOn(referenceTo(loan), on));
  if (read === 'not_payable') throw new Error('not payable');
  return read;
}

const IN_A_MONTH = addDays(FRIDAY, 30);

describe('Fineract › a payoff on a day', () => {
  it.each([
    ['on the business day', FRIDAY, FRIDAY, 123_400],
    ['without a day', null, FRIDAY, 123_400],
    ['before it: of the business day, when money is applied', addDays(FRIDAY, -7), FRIDAY, 123_400],
    ['the day after', addDays(FRIDAY, 1), addDays(FRIDAY, 1), 123_433],
    ['a month later', IN_A_MONTH, IN_A_MONTH, 124_390],
  ] as const)('%s', async (_, on, appliedOn, payoffCents) => {
    expect(await quote(bearing(), on)).toEqual({
      payoffCents,
      split: { principalCents: 120_000, interestCents: payoffCents - 120_000, feesCents: 0 },
      perDiemCents: 33,
      exactPerDiem: null,
      appliedOn,
      goodThrough: appliedOn,
    });
  });

  it('of a loan whose interest is not recalculated is the same on every day, and needs no proof', async () => {
    const loan = harness.server.book.loan({ principal: 120_000, interest: 7_942 });
    expect(await quote(loan, IN_A_MONTH)).toMatchObject({ payoffCents: 127_942, perDiemCents: 0 });
    expect(harness.requestsTo('payoff').map(dayOf)).toEqual([undefined, IN_A_MONTH, addDays(IN_A_MONTH, 1)]);
  });

  it('a server that ignores the requested day: no quote of interest-bearing loans, and their payments are accepted', async () => {
    harness.server.ignoresPayoffDay = true;
    const loan = bearing();
    expect(await system.quotePayoffOn(referenceTo(loan), IN_A_MONTH)).toEqual({ kind: 'unavailable', isWell: true });
    expect(harness.requestsTo('payoff').map(dayOf), 'a distant day was requested').toContain(addDays(IN_A_MONTH, 400));
    expect(answered(await system.quotePayoff(referenceTo(loan)))).toEqual({ payable: true, payoffCents: 123_400 });
  });

  it('that the day counts is found out once, from the quote itself, and kept', async () => {
    await quote(bearing(), null);
    expect(harness.requestsTo('payoff')).toHaveLength(2);
    // A slow loan: its interest of a day is less than a cent, so that only a distant day would show it.
    const slow = bearing(0.01);
    harness.server.heard.length = 0;
    await quote(slow, null);
    expect(harness.requestsTo('payoff')).toHaveLength(2);
  });

  it('a loan that owes too little interest a day proves it by a distant day', async () => {
    const quiet = bearing(0.05);
    await quote(quiet, null);
    expect(harness.requestsTo('payoff').map(dayOf)).toEqual([undefined, addDays(FRIDAY, 1), addDays(FRIDAY, 400)]);
  });

  it('a loan past its last due day accrues nothing more, and needs no proof', async () => {
    const loan = Object.assign(harness.server.book.loan({ instalments: 3, disbursedOn: addDays(FRIDAY, -200) }), {
      perDiem: 0.001,
    });
    expect(await quote(loan, IN_A_MONTH)).toMatchObject({ payoffCents: 100_000, perDiemCents: 0 });
  });

  it('is unavailable when one of its answers is', async () => {
    for (const answers of [0, 1, 2]) {
      const loan = referenceTo(bearing());
      for (let answer = 0; answer < answers; answer += 1)
        harness.server.faults.next('payoff', { kind: 'slow', slowMs: 0 });
      harness.server.faults.next('payoff', 'html');
      expect((await system.quotePayoffOn(loan, IN_A_MONTH)).kind).toBe('unavailable');
      harness.server.faults.clear();
    }
  });
});

function dayOf({ url }: { readonly url: string }): string | undefined {
  return new URL(url, 'http://fineract.test').searchParams.get('transactionDate') ?? undefined;
}
