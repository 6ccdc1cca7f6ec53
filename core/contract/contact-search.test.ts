import { describe, expect, it } from 'vitest';
import { contactSearch, phoneDigits } from './contact-search.js';

describe('soughtContact', () => {
  it.each([
    ['ada@example.com', { kind: 'email', value: 'ada@example.com' }],
    [' ADA@Example.com ', { kind: 'email', value: 'ada@example.com' }],
    ['ada@', { kind: 'email', value: 'ada@' }],
    ['+1 (212) 555-0100', { kind: 'phone', value: '12125550100' }],
    ['212.555.0100 ext. 7', { kind: 'phone', value: '21255501007' }],
    ['5', { kind: 'phone', value: '5' }],
  ])('%j is contact data', (text, expected) => expect(contactSearch(text)).toEqual(expected));

  it.each(['Ada', 'ada bor', 'Henry 8', 'O’Neil-Smith', '--', ' ', '4 Seasons Ltd'])('%j is part of a name', (text) =>
    expect(contactSearch(text)).toBeUndefined(),
  );
});

describe('phoneDigits', () => {
  it.each([
    ['2125550100', ['2125550100', '12125550100']],
    ['12125550100', ['12125550100', '2125550100']],
    ['442079460000', ['442079460000']],
    ['5550100', ['5550100']],
  ])('%s', (digits, expected) => expect(phoneDigits(digits)).toEqual(expected));
});
