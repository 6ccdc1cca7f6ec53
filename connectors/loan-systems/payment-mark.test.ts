import { expect, it } from 'vitest';
import { paymentMarkOf, withPaymentMark } from './payment-mark.js';

const ID = '01M8FJMS2MQ8BERM2CGTB352C9';

it.each([
  [null, `tributary-payment:${ID}`],
  ['', `tributary-payment:${ID}`],
  ['paid at the till', `paid at the till tributary-payment:${ID}`],
  ['x'.repeat(300), `${'x'.repeat(255 - 45)} tributary-payment:${ID}`],
])('the note %j names the payment after the text, within the limit', (text, note) => {
  expect(withPaymentMark(text, ID, 255)).toBe(note);
  expect(paymentMarkOf(note)).toBe(ID);
});

it('a text that looks like the mark of another payment does not count', () => {
  const another = 'tributary-payment:01M8FJMS2MQ8BERM2CGTB352C8';
  expect(paymentMarkOf(withPaymentMark(another, ID, 255) ?? '')).toBe(ID);
});

it('without an id the text stays', () => {
  expect(withPaymentMark('paid at the till', undefined, 7)).toBe('paid at');
  expect(withPaymentMark('', undefined, 7)).toBeNull();
});

it.each([undefined, 'paid at the till', 'tributary-payment:short', 'tributary-reversal:01M8FJMS2MQ8BERM2CGTB352C9'])(
  'the note %j names none',
  (note) => expect(paymentMarkOf(note)).toBeNull(),
);
