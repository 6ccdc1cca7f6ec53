import { expect, it } from 'vitest';
import { isId } from '../ids/ids.js';
import { PostingReferences } from './posting-references.js';

const [OLD, NEW] = ['an old secret of these tests, long enough', 'a new secret of these tests, long enough'];
const REQUEST = { organizationId: 'O', operation: 'record_payment', accountId: 'A', key: 'deposit 1', use: 0 } as const;
const under = (...secrets: string[]) => new PostingReferences(secrets);

it('the same request has the same reference, in the form of our ids', () => {
  expect(under(OLD).of(REQUEST)).toEqual(['7GW557WCF8QYA82ZDZJ6DT5NTD']);
  expect(isId(under(OLD).of(REQUEST)[0])).toBe(true);
});

it.each(
  Object.entries({
    organizationId: 'P',
    operation: 'reverse_payment',
    accountId: 'B',
    key: 'deposit 2',
    use: 1,
    paymentReference: 'C',
  }),
)('another %s has another reference', (name, value) => {
  expect(under(OLD).of({ ...REQUEST, [name]: value })).not.toEqual(under(OLD).of(REQUEST));
});

it('parts of a request do not run into each other', () => {
  expect(under(OLD).of({ ...REQUEST, accountId: 'A"', key: 'x' })).not.toEqual(
    under(OLD).of({ ...REQUEST, accountId: 'A', key: '"x' }),
  );
});

it('the first secret makes references, all find them', () => {
  expect(under(NEW, OLD).of(REQUEST)).toEqual([...under(NEW).of(REQUEST), ...under(OLD).of(REQUEST)]);
});

it('a check value shows which secret makes references', () => {
  expect(under(NEW, OLD).check).toBe(under(NEW).check);
  expect(under(NEW, OLD).knows(under(OLD).check ?? '')).toBe(true);
  expect(under(NEW).knows(under(OLD).check ?? '')).toBe(false);
});

it('without a secret nothing is made', () => {
  expect(() => under().of(REQUEST)).toThrow('POSTING_REFERENCE_SECRET is not set');
  expect(under().check).toBeUndefined();
});
