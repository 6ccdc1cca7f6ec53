import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { isoDate, isoInstant } from '../../../../core/time/dates.js';
import { hashOfResult } from './seal-and-verify-results.js';

it('seals of released versions stay valid: the values and their order are fixed', () => {
  const row = {
    organizationId: 'ORG',
    sequence: 7,
    subject: 'ledger',
    businessDay: isoDate(Temporal.PlainDate.from('2026-03-04')),
    firstDay: isoDate(Temporal.PlainDate.from('2026-03-03')),
    completeness: 'complete',
    oursCount: 3,
    oursCents: 1200,
    theirsCount: 4,
    theirsCents: 1300,
    openCount: 1,
    loansRead: 9,
    loansUnread: 2,
    differenceCount: 5,
    differences: '[{"id": 1}]',
    lookedAt: isoInstant(Temporal.Instant.from('2026-03-05T00:00:00.000Z')),
    previousHash: 'none',
  };
  expect(hashOfResult(row)).toBe('Cn46OfBFEX5cNP6XC4BvrJcpKXSfFDHqBcLrHv51KL4');
});
