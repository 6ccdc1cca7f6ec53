import { expect, it, vi } from 'vitest';
import { refuseCardData, withoutCardData } from './card-data-by-member-name.js';

const PAN = '4242424242424242';
const REFUSED = expect.objectContaining({ code: 'card_data_refused', fields: {}, issues: undefined });

const outcome = (act: () => void) => {
  try {
    act();
    return 'taken';
  } catch (error) {
    return error;
  }
};

it.each([
  { card: { number: PAN, cvc: '123' } },
  { number: '4242 4242 4242 4242' },
  { 'Card-Number': '4242-4242-4242-4242' },
  { card_number: Number(PAN) },
  { card: [`${PAN} 12/34`] },
  { a: [{ b: { PAN: PAN } }] },
  { card: { of: { whatever: '378282246310005' } } },
  { primaryAccountNumber: '6200000000000005' },
  { 'card.number': PAN },
  { card_number_1: PAN },
  { card_details: { value: PAN } },
  { 'payment_card.no': PAN },
  { cc_no: PAN },
  { creditCardNumber2: '4242  4242  4242  4242' },
  { number: '４２４２ ４２４２ ４２４２ ４２４２' },
  { number: PAN, exp_month: 12, exp_year: 34 },
  { number: PAN, 'Cardholder-Name': 'Ada' },
  { number: '4242/4242/4242/4242' },
  { cvc: '123' },
  { a: [{ 'Security-Code': 1234 }] },
])('refuses %j; a body that is stored is stored without it', (body) => {
  expect(outcome(() => refuseCardData(body))).toEqual(REFUSED);
  const kept = withoutCardData(Buffer.from(JSON.stringify({ ...body, name: 'Zoë 😀', order: '\ud83d' })));
  expect(outcome(() => refuseCardData(JSON.parse(kept.toString())))).toBe('taken');
  expect(JSON.parse(kept.toString())).toMatchObject({ name: 'Zoë 😀', order: '\ud83d' });
});

it.each([
  { check_number: 4242424242424242, payment_method: 'check' },
  { check_number: PAN },
  { account_number: PAN, memo: `about ${PAN}` },
  { number: '4242424242424241' },
  { number: PAN, amount: 1 },
  { card_number: '1763737200123456' },
  { discard: PAN, company: PAN, accounts: PAN, cancel: PAN, success: PAN },
  { cvc: null, code: '123', security_code: 'S-123', area_code: '555' },
  { number: 7, card: { last_four: '4242' }, pan: null },
  { card_brand: 'visa', payment_method: 'card' },
  { html_template: '<p>number: 12</p>', name: 'card' },
  [PAN],
  PAN,
  null,
])('takes %j', (body) => {
  expect(outcome(() => refuseCardData(body))).toBe('taken');
  const bytes = Buffer.from(JSON.stringify(body));
  expect(withoutCardData(bytes)).toBe(bytes);
});

it('survives deep nesting and text that is not JSON', () => {
  const deep = JSON.parse(`${'[{"card":'.repeat(5_000)}0${'}]'.repeat(5_000)}`);
  expect(outcome(() => refuseCardData(deep))).toBe('taken');
  const noJson = Buffer.from(`{"card":"${PAN}"`);
  expect(withoutCardData(noJson)).toBe(noJson);
});

it('recognizes a name in any spelling', () => {
  const body = Buffer.from(`{"c\\u0061rd" : "${PAN}", "cv-c":"123", "a":"\\"card\\":"}`);
  expect(JSON.parse(withoutCardData(body).toString())).toEqual({ card: null, 'cv-c': null, a: '"card":' });
});

it('does not parse a body whose texts only look like names', () => {
  const parse = vi.spyOn(JSON, 'parse');
  const bytes = Buffer.from(JSON.stringify([Array.from({ length: 80_000 }, () => 'c'.repeat(58)), '"card": \\']));
  expect(withoutCardData(bytes)).toBe(bytes);
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

it('checks the members beside a number once, however many numbers there are', () => {
  const names = Array.from({ length: 500 }, (_, n) => `${'_'.repeat(n % 50)}num${'_'.repeat(n / 50)}ber`);
  const keys = vi.spyOn(Object, 'keys');
  expect(outcome(() => refuseCardData(Object.fromEntries(names.map((name) => [name, PAN]))))).toBe('taken');
  expect(keys).toHaveBeenCalledTimes(1);
  keys.mockRestore();
});
