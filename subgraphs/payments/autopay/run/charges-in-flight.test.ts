import { describe, expect, it } from 'vitest';
import { ChargesInFlight } from './charges-in-flight.js';

/** Limits on a clock that the test moves, in milliseconds. */
function limited(limits: { readonly inFlight: number; readonly perSecond?: number }) {
  const clock = { now: 0 };
  return { clock, charges: new ChargesInFlight({ perSecond: undefined, ...limits }, () => clock.now) };
}

describe('charges in flight', () => {
  it('gives as many places as are free, separately for each processor', () => {
    const { charges } = limited({ inFlight: 3 });
    expect([charges.take('one', 2), charges.take('one', 2), charges.take('one')]).toEqual([2, 1, 0]);
    expect(charges.take('other', 9)).toBe(3);
    charges.give('one', 2);
    expect(charges.take('one', 9)).toBe(2);
  });

  it('begins no more charges in a second than the rate allows, whatever time passed before', () => {
    const { charges, clock } = limited({ inFlight: 1_000, perSecond: 20 });
    clock.now = 60_000;
    let began = 0;
    for (let ms = 0; ms < 1_000; ms += 10) {
      clock.now += 10;
      began += charges.take('one', 100);
    }
    expect(began).toBeGreaterThanOrEqual(19);
    expect(began).toBeLessThanOrEqual(22);
  });

  it('says when the next charge may begin', () => {
    const { charges, clock } = limited({ inFlight: 10, perSecond: 10 });
    expect([charges.take('one'), charges.take('one'), charges.msUntilAllowed('one')]).toEqual([1, 0, 100]);
    clock.now += 100;
    expect(charges.take('one')).toBe(1);
  });

  it('begins none while the processor has said to wait, a second if it gives no time; other processors go on', () => {
    const { charges, clock } = limited({ inFlight: 10 });
    charges.pause('one', 5_000);
    charges.pause('two', null);
    expect([charges.take('one'), charges.take('two'), charges.take('three')]).toEqual([0, 0, 1]);
    clock.now += 1_000;
    expect([charges.take('one'), charges.take('two')]).toEqual([0, 1]);
    clock.now += 4_000;
    expect(charges.take('one')).toBe(1);
  });

  it('waits for a place that another charge gives back', async () => {
    const charges = new ChargesInFlight({ inFlight: 2, perSecond: undefined });
    charges.take('one', 2);
    const taken = charges.takeWithin('one', 5, 60_000);
    charges.give('one', 1);
    expect(await taken).toBe(1);
    expect(await charges.takeWithin('one', 1, 0)).toBe(0);
  });
});
