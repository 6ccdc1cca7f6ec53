import { describe, expect, it } from 'vitest';
import { fineractSecrets, fineractSettings, secretProblems } from './settings.js';

const CLIENT = { 'token-url': 'https://id.test/token', 'client-id': 'tributary' };

describe('settings of a Fineract', () => {
  it('a user is enough', () => {
    expect(fineractSettings.parse({ username: 'mifos' })).toEqual({
      username: 'mifos',
      tenant: 'default',
      'time-zone': 'America/New_York',
      'payment-types': new Map(),
      'business-day-tolerance': 5,
      'group-co-borrowers': 'none',
      'contract-numbers': 'given',
    });
  });

  it('or a client with its token endpoint', () => {
    expect(fineractSettings.parse(CLIENT)).toMatchObject(CLIENT);
    expect(secretProblems(fineractSettings.parse(CLIENT), ['client-secret'])).toEqual([]);
    expect(secretProblems(fineractSettings.parse(CLIENT), ['password'])).toEqual([
      'secret client-secret: required with these settings',
    ]);
    expect(secretProblems(fineractSettings.parse({ username: 'm' }), ['client-secret'])).toEqual([
      'secret password: required with these settings',
    ]);
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
    [{ username: 'm', ...CLIENT }],
    [{ 'client-id': 'c' }],
    [{ 'token-url': 'https://id.test/token' }],
    [{ username: 'm', scope: 'loans' }],
    [{ ...CLIENT, 'token-url': 'https://me:secret@id.test/token' }],
    [{ ...CLIENT, 'token-url': 'ftp://id.test/token' }],
    [{ username: 'm', 'contract-numbers': 'some' }],
  ])('not %j', (settings) => {
    expect(fineractSettings.safeParse(settings).success).toBe(false);
  });

  it('one secret', () => {
    expect(fineractSecrets.safeParse({ password: 'p' }).success).toBe(true);
    expect(fineractSecrets.parse({ 'client-secret': 's' })).toEqual({ 'client-secret': 's' });
    expect(fineractSecrets.safeParse({ password: 'p', 'client-secret': 's' }).success).toBe(false);
    expect(fineractSecrets.safeParse({}).success).toBe(false);
    expect(fineractSecrets.safeParse({ password: 'p', token: 't' }).success).toBe(false);
  });
});
