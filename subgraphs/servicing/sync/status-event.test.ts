import { expect, it } from 'vitest';
import type { AccountStatusCode } from '../../../core/contract/account.js';
import type { IsoInstant } from '../../../core/dates.js';
import { eventKey, undatedEvent } from './status-event.js';

const seenAt = '2026-11-20T12:00:00.000Z' as IsoInstant;
const occurredAt = '2026-11-18T00:00:00.000Z' as IsoInstant;
const move = (from: AccountStatusCode | null, to: AccountStatusCode) =>
  undatedEvent({ from, to, dated: [], known: new Set(), seenAt });

it.each([
  [null, 'active', 'opened'],
  ['pending', 'active', 'opened'],
  ['delinquent', 'active', 'current'],
  ['unknown', 'active', 'current'],
  ['active', 'delinquent', 'delinquent'],
  ['paid_in_full', 'active', 'reopened'],
  ['charged_off', 'delinquent', 'reopened'],
  ['closed', 'active', 'reopened'],
  ['active', 'charged_off', 'charged_off'],
  ['active', 'paid_in_full', 'paid_in_full'],
  ['active', 'closed', 'closed'],
] as const)('%s → %s: %s, when it was seen', (from, to, type) => {
  expect(move(from, to)).toEqual({ type, fromStatus: from, toStatus: to, occurredAt: seenAt });
});

it.each([
  ['active', 'active'],
  ['active', 'unknown'],
  [null, 'pending'],
] as const)('%s → %s: no event', (from, to) => {
  expect(move(from, to)).toBeUndefined();
});

it('what the loan system dates is not dated again, unless it is of an earlier time', () => {
  const dated = [{ type: 'charged_off', fromStatus: 'active', toStatus: 'charged_off', occurredAt } as const];
  const again = { from: 'active', to: 'charged_off', dated, seenAt } as const;
  expect(undatedEvent({ ...again, known: new Set() })).toBeUndefined();
  expect(undatedEvent({ ...again, known: new Set(dated.map(eventKey)) })).toMatchObject({ occurredAt: seenAt });
});

it('a new account starts where the last dated event left it', () => {
  const dated = [{ type: 'opened', fromStatus: 'pending', toStatus: 'active', occurredAt } as const];
  expect(undatedEvent({ from: null, to: 'delinquent', dated, known: new Set(), seenAt })).toMatchObject({
    type: 'delinquent',
    fromStatus: 'active',
  });
});
