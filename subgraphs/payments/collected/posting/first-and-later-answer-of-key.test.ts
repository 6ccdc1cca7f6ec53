import { expect, it } from 'vitest';
import { ownText } from '../../../../core/contract/stored-text.js';
import { recordedFieldsOf } from '../payment/fields-from-collector.js';
import { unconfirmedRow } from '../recording/rows-before-they-are-read.js';
import { settledBefore } from './first-and-later-answer-of-key.js';

const said = recordedFieldsOf({ amount_cents: 100, payment_method: 'cash', memo: ownText('a note') });
const row = unconfirmedRow({ id: 'P', organizationId: 'O', accountId: 'A', ...said, recordedBy: 'k' });
const posted = { ...row, status: 'posted' } as const;
const { memo: _, ...withoutMemo } = posted;

const written = { status: 201, body: '{"payment_id":"P"}' };

it.each([
  ['that is kept whole', posted, 'a note'],
  ['without a member that was added later', withoutMemo, null],
  ['with a member that was removed since', { ...posted, colour: 'red' }, 'a note'],
])(
  'an answer of the kind %s is final: a repeated request returns the stored one, bytes and all',
  (_what, resource, memo) => {
    expect(settledBefore({ kind: 'resource', resource, version: 1, written }, row)).toEqual({
      kind: 'payment',
      payment: { ...posted, memo },
      answer: written,
    });
  },
);

it('a stored refusal of an earlier version stays a refusal, even if its code no longer exists', () => {
  const refusal = { kind: 'problem', code: 'servicing_rejected', fields: { reason: 'r' } } as const;
  expect(settledBefore({ ...refusal, version: 1, written }, row)).toMatchObject({
    kind: 'rejected',
    answer: refusal,
  });
});
