import { describe, expect, it } from 'vitest';
import { withoutPersonalTexts } from './erase-stored-payment-method.js';

describe('a stored answer', () => {
  it('loses nickname and holder of the person’s payment methods only; the rest and the order stay', () => {
    const body = { id: 'm', party_id: 'p', nickname: 'Rosebud', holder_name: 'Ola', last_four: '4242' };
    expect(JSON.stringify(withoutPersonalTexts(body, 'p'))).toBe(
      '{"id":"m","party_id":"p","nickname":null,"holder_name":"Erased","last_four":"4242"}',
    );
    expect(withoutPersonalTexts(body, 'q')).toEqual(body);
    const nested = { kind: 'resource', items: [{ partyId: 'p', nickname: 'Rosebud', isActive: true }] };
    expect(withoutPersonalTexts(nested, 'p')).toEqual({
      ...{ kind: 'resource', items: [{ partyId: 'p', nickname: null, isActive: true }] },
    });
  });

  it.each([null, 'p', 7, [], { party_id: 'p' }, { nickname: 'of something else' }])('%j stays as it is', (value) => {
    expect(withoutPersonalTexts(value, 'p')).toEqual(value);
    expect(withoutPersonalTexts(value, null)).toEqual(value);
  });
});
