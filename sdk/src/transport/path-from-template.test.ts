import { describe, expect, it } from 'vitest';
import type { List } from '../list.js';
import { ScriptedApi } from '../testing/scripted-fetch.js';
import { pathOf } from './path-from-template.js';

/** Every method about one object, with its first argument, which identifies the object and is part of the address. */
const OF_ONE: Readonly<Record<string, string>> = {
  'accounts.get': 'id',
  'accounts.lifecycleEvents': 'id',
  'accounts.paymentMethods': 'id',
  'accounts.payoff': 'id',
  'accounts.payoffLetter': 'id',
  'accounts.transactions': 'id',
  'autopay.cancel': 'id',
  'autopay.get': 'id',
  'autopay.runs': 'id',
  'autopay.update': 'id',
  'autopayRuns.get': 'id',
  'boardings.abandon': 'id',
  'boardings.get': 'id',
  'boardings.problems': 'id',
  'disputes.get': 'id',
  'ledger.adjust': 'accountId',
  'ledger.chargeOff': 'accountId',
  'ledger.close': 'accountId',
  'ledger.disburse': 'accountId',
  'ledger.get': 'accountId',
  'ledger.undoChargeOff': 'accountId',
  'ledger.waive': 'accountId',
  'ledgerProducts.get': 'productId',
  'ledgerProducts.revise': 'productId',
  'ledgerProducts.update': 'productId',
  'organizations.get': 'partyId',
  'paymentBatches.get': 'batchId',
  'paymentBatches.results': 'batchId',
  'paymentBatches.resume': 'batchId',
  'paymentMethods.deactivate': 'id',
  'paymentMethods.get': 'id',
  'paymentMethods.update': 'id',
  'payments.get': 'paymentId',
  'payments.list': 'accountId',
  'payments.ofKey': 'idempotencyKey',
  'payments.record': 'accountId',
  'payments.recordAndWait': 'accountId',
  'payments.reverse': 'paymentId',
  'payments.reverseAndWait': 'paymentId',
  'payments.wait': 'paymentId',
  'persons.accounts': 'partyId',
  'persons.get': 'id',
  'webhookEndpoints.attempts': 'id',
  'webhookEndpoints.delete': 'id',
  'webhookEndpoints.get': 'id',
  'webhookEndpoints.resend': 'id',
  'webhookEndpoints.rotateSecret': 'id',
  'webhookEndpoints.test': 'id',
  'webhookEndpoints.update': 'id',
};

type Method = (this: unknown, ...given: readonly unknown[]) => Promise<unknown> | List<unknown>;
type Resources = Readonly<Record<string, Readonly<Record<string, Method>>>>;
const resourcesOf = (api: ScriptedApi) => api.client() as unknown as Resources;

/** Every method (`accounts.get`, …) with the name of its first parameter in the source. */
function methods(): readonly (readonly [name: string, first: string | undefined])[] {
  return Object.entries(resourcesOf(new ScriptedApi([]))).flatMap(([resource, of]) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(of))
      .filter((method) => method !== 'constructor')
      .map((method) => [`${resource}.${method}`, /\(\s*(\w+)/.exec(String(of[method]))?.[1]] as const),
  );
}

/** Calls the method with its first argument alone, and reads the first row of a list. */
async function call(api: ScriptedApi, name: string, first: unknown): Promise<unknown> {
  const [resource = '', method = ''] = name.split('.');
  const of = resourcesOf(api)[resource];
  const answer = of?.[method]?.call(of, first);
  if (answer !== undefined && Symbol.asyncIterator in answer) return answer[Symbol.asyncIterator]().next();
  return answer;
}

describe('an argument that is part of the address', () => {
  it('is the first parameter of every method that has one', () => {
    const named = methods().filter(([, first]) => /^id$|Id$|Key$/.test(first ?? ''));
    expect(Object.fromEntries(named)).toEqual(OF_ONE);
  });

  it.each(Object.entries(OF_ONE))('%s requires its %s before anything is sent', async (name, argument) => {
    for (const nothing of [undefined, null, '', ' \t\n']) {
      const api = new ScriptedApi([]);
      const error = await call(api, name, nothing).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).toMatch(new RegExp(`^TypeError: Tributary: ${argument} is required, got `));
      expect([api.sent, api.exchanges]).toEqual([[], []]);
    }
    const api = new ScriptedApi([{ status: 404, body: { detail: { error_code: 'not_found' } } }]);
    await expect(call(api, name, 'X 1/?')).rejects.toMatchObject({ status: 404 });
    expect(api.sent[0]?.path).toContain('/X%201%2F%3F');
  });

  it.each([
    ['a number', 5, '5'],
    ['an object', { id: 'A1' }, '{"id":"A1"}'],
    ['a list', ['A1'], '["A1"]'],
    ['where it is', '.', '"."'],
    ['the address above', '..', '".."'],
  ])('is not %s', (_what, id, shown) => {
    expect(() => pathOf('/v1/accounts/{id}', { id })).toThrow(new TypeError(`Tributary: id is required, got ${shown}`));
  });

  it('names the one of several arguments that is missing', () => {
    expect(pathOf('/a/{one_id}/b/{two_id}', { one_id: 'x', two_id: '$&' })).toBe('/a/x/b/%24%26');
    expect(() => pathOf('/a/{one_id}/b/{two_other_id}', { one_id: 'x' })).toThrow(
      new TypeError('Tributary: twoOtherId is required, got undefined'),
    );
  });
});
