import { expect, it } from 'vitest';
import { CUT_POINTS, FaultPlan } from './fault-plan.js';

function drawn(plan: FaultPlan, requests: number) {
  return Array.from({ length: requests }, () => plan.next());
}

it('spreads kills and cuts over the requests, each at every point', () => {
  const faults = drawn(new FaultPlan(8, 4, 50), 50);
  const points = (by: string) => faults.flatMap((fault) => (fault?.by === by ? [fault.at] : []));
  expect(points('kill')).toEqual([...CUT_POINTS, ...CUT_POINTS]);
  expect(points('cut')).toEqual(CUT_POINTS);
  expect(faults.slice(0, 10).filter((fault) => fault !== undefined).length).toBeLessThan(5);
});

it('gives a fault that could not happen to the next request', () => {
  const plan = new FaultPlan(1, 0, 10);
  const [fault] = drawn(plan, 1);
  if (fault === undefined) throw new Error('no fault');
  plan.giveBack(fault);
  expect([plan.left, plan.next(), plan.left]).toEqual([1, fault, 0]);
});

it('has no faults without kills and cuts', () => {
  expect(drawn(new FaultPlan(0, 0, 5), 5)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});
