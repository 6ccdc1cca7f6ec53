import { describe, expect, it } from 'vitest';
import { fineractSecrets, fineractSettings } from './settings.js';

describe('settings of a Fineract', () => {
  it('a user is enough', () => {
    expect(fineractSettings.parse({ username: 'mifos' })).toEqual({
      username: 'mifos',
      tenant: 'default',
      'time-zone': 'America/New_York',
      'payment-types': new Map(),
      'business-day-tolerance': 5,
      'group-co-borrowers': 'none',
    });
  });

  it('payment types by method', () => {
    const { 'payment-types': types } = fineractSettings.parse({
      username: 'm',
      'payment-types': 'check=2,money_order=14',
    });
    expect([...types]).toEqual([
      ['check', 2],
      ['money_order', 14],
    ]);
  });

  it.each([
    [{}],
    [{ username: '' }],
    [{ username: 'm', tenant: '' }],
    [{ username: 'm', 'time-zone': 'America/Nowhere' }],
    [{ username: 'm', 'business-day-tolerance': 'five' }],
    [{ username: 'm', 'group-co-borrowers': 'some' }],
    [{ username: 'm', 'payment-types': 'check' }],
    [{ username: 'm', 'payment-types': 'check=two' }],
    [{ username: 'm', 'payment-types': 'check=2,' }],
    [{ username: 'm', password: 'in the wrong place' }],
  ])('not %j', (settings) => {
    expect(fineractSettings.safeParse(settings).success).toBe(false);
  });

  it('one secret', () => {
    expect(fineractSecrets.safeParse({ password: 'p' }).success).toBe(true);
    expect(fineractSecrets.safeParse({}).success).toBe(false);
    expect(fineractSecrets.safeParse({ password: 'p', token: 't' }).success).toBe(false);
  });
});
