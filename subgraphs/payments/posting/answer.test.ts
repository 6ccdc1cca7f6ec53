import { expect, it } from 'vitest';
import { unconfirmedRow } from '../collected-payment/payment-settlement.js';
import { paymentAnswer, settledBefore } from './answer.js';

const row = unconfirmedRow({
  id: 'P',
  organizationId: 'O',
  accountId: 'A',
  amountCents: 100,
  paymentMethod: 'cash',
  checkNumber: null,
  cardBrand: null,
  externalReference: null,
  memo: 'a note',
  recordedBy: 'k',
});
const posted = { ...row, status: 'posted' } as const;
const { memo: _, ...withoutMemo } = posted;

it.each([
  ['that is kept whole', posted, 'a note'],
  ['that lacks a member, for it is older', withoutMemo, null],
  ['with a member that nobody knows any more', { ...posted, colour: 'red' }, 'a note'],
])('an answer %s settles: whoever comes second tells what is kept, bytes and all', (_what, resource, memo) => {
  const written = { status: 201, body: '{"payment_id":"P"}' };
  expect(settledBefore({ kind: 'resource', resource, version: 2, written }, row)).toEqual({
    kind: 'payment',
    payment: { ...posted, memo },
    answer: written,
  });
});

it('an answer of version 1 that lacks a member settles: its bytes are those that version would have written', () => {
  const settled = settledBefore({ kind: 'resource', resource: withoutMemo, version: 1, written: null }, row);
  const { memo: _memo, ...members } = JSON.parse(paymentAnswer(posted).written.body);
  expect(settled).toMatchObject({ kind: 'payment', answer: { status: 201, body: JSON.stringify(members) } });
});

it('a refusal that an earlier version kept stays one, also of a code that is gone', () => {
  const refusal = { kind: 'problem', code: 'servicing_rejected', fields: { reason: 'r' } } as const;
  expect(settledBefore({ ...refusal, version: 1, written: null }, row)).toMatchObject({
    kind: 'rejected',
    answer: refusal,
  });
});
