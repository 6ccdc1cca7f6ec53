import { expect, it } from 'vitest';
import type { AccountStatusCode } from '../../../../core/contract/account-enumerations.js';
import type { IsoInstant } from '../../../../core/time/dates.js';
import { statusEvents } from './derive-status-events.js';

const at = (day: string) => `2026-11-${day}T00:00:00.000Z` as IsoInstant;
const seenAt = '2026-11-20T12:00:00.000Z' as IsoInstant;
const move = (from: AccountStatusCode | null, to: AccountStatusCode) =>
  statusEvents({ from, to, dated: [], known: [], seenAt });
const opened = { type: 'opened', fromStatus: 'pending', toStatus: 'active', occurredAt: at('01') } as const;
const chargedOff = { type: 'charged_off', fromStatus: null, toStatus: 'charged_off', occurredAt: at('18') } as const;
const paid = { type: 'paid_in_full', fromStatus: null, toStatus: 'paid_in_full', occurredAt: at('19') } as const;

it.each([
  [null, 'active', 'opened'],
  [null, 'delinquent', 'delinquent'],
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
] as const)('%s → %s: %s, at the time of the reading', (from, to, type) => {
  expect(move(from, to)).toEqual([{ type, fromStatus: from, toStatus: to, occurredAt: seenAt }]);
});

it.each([
  ['active', 'active'],
  ['active', 'unknown'],
  [null, 'pending'],
] as const)('%s → %s: no event', (from, to) => {
  expect(move(from, to)).toEqual([]);
});

it.each([
  ['active', [opened], at('01')],
  ['delinquent', [opened], seenAt],
  ['charged_off', [opened, chargedOff], at('18')],
  ['paid_in_full', [opened, chargedOff, paid], at('19')],
] as const)(
  'a new loan that is %s gets one event, from null, with its system’s date if there is one',
  (to, dated, occurredAt) => {
    expect(statusEvents({ from: null, to, dated, known: [], seenAt })).toMatchObject([
      { fromStatus: null, toStatus: to, occurredAt },
    ]);
  },
);

it('earlier history from the system is not recorded as happening now', () => {
  const known = [{ type: 'delinquent', occurredAt: seenAt }] as const;
  const later = '2026-11-25T12:00:00.000Z' as IsoInstant;
  expect(statusEvents({ from: 'delinquent', to: 'active', dated: [opened], known, seenAt: later })).toEqual([
    { type: 'current', fromStatus: 'delinquent', toStatus: 'active', occurredAt: later },
  ]);
  expect(statusEvents({ from: 'delinquent', to: 'delinquent', dated: [opened], known, seenAt: later })).toEqual([]);
});

it('the loan system’s date is kept, unless it is from an earlier period', () => {
  const again = { from: 'active', to: 'charged_off', dated: [chargedOff], seenAt } as const;
  expect(statusEvents({ ...again, known: [] })).toEqual([{ ...chargedOff, fromStatus: 'active' }]);
  expect(statusEvents({ ...again, known: [chargedOff] })).toMatchObject([{ occurredAt: seenAt }]);
});

it('statuses that a loan passed through between two readings are recorded, each from the one before', () => {
  const dated = [opened, chargedOff, paid];
  expect(statusEvents({ from: 'active', to: 'paid_in_full', dated, known: [opened], seenAt })).toEqual([
    { ...chargedOff, fromStatus: 'active' },
    { ...paid, fromStatus: 'charged_off' },
  ]);
});
