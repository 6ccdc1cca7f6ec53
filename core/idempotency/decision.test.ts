import { describe, expect, it } from 'vitest';
import { decide, type KeptKey } from './decision.js';
import { fingerprint } from './fingerprint.js';

const body = { amount_cents: 100, payment_method: 'cash' };
const mark = fingerprint(['account'], body);
const answer = { kind: 'resource', resource: { id: 'P' }, version: 2, written: { status: 201, body: '{}' } } as const;
const row = (change: Partial<KeptKey>): KeptKey => ({
  fingerprint: mark,
  state: 'in_progress',
  subjectId: 'P',
  answer: null,
  ...change,
});

describe('decide (idempotency rules)', () => {
  it.each([
    ['same body, finished: the stored answer', row({ state: 'finished', answer }), { kind: 'replay', answer }],
    ['same body, outcome unknown', row({}), { kind: 'in_progress', subjectId: 'P' }],
    [
      'same body after a 503: proceed with the same subject id',
      row({ state: 'released' }),
      { kind: 'proceed', subjectId: 'P' },
    ],
  ] as const)('%s', (_, existing, expected) => {
    expect(decide(existing, mark)).toEqual(expected);
  });

  it.each(['in_progress', 'released', 'finished'] as const)(
    'another body is a conflict when the key is %s',
    (state) => {
      const other = fingerprint(['account'], { ...body, amount_cents: 101 });
      expect(decide(row({ state, answer: state === 'finished' ? answer : null }), other)).toEqual({ kind: 'conflict' });
    },
  );
});

describe('fingerprint', () => {
  it('ignores the order of members, and the difference between null and omitted', () => {
    expect(fingerprint(['account'], { payment_method: 'cash', memo: null, amount_cents: 100 })).toEqual(mark);
  });

  it('ignores both in nested objects and lists too', () => {
    const of = (borrower: object) => fingerprint([], { borrowers: [borrower], address: borrower });
    expect(of({ name: 'Ada', email: undefined, phone: null })).toEqual(of({ name: 'Ada' }));
    expect(of({ name: 'Ada', phone: '' })).not.toEqual(of({ name: 'Ada' }));
  });

  it('depends on the path and every value', () => {
    expect(fingerprint(['other'], body)).not.toEqual(mark);
    expect(fingerprint(['account'], { ...body, memo: '' })).not.toEqual(mark);
  });
});
