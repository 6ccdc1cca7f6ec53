import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settingsOf } from './options.js';
import { outcomeOf, refused, ScriptedApi } from './testing/scripted-fetch.js';
import { Api } from './transport/api.js';
import type { Tributary } from './tributary.js';
import type { NewWebhookEndpoint } from './types.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const keysOf = (api: ScriptedApi) => api.sent.map(({ headers }) => headers.get('idempotency-key'));
const ENDPOINT: NewWebhookEndpoint = { url: 'https://receiver.example.com/hooks', types: ['*'] };

describe.each<[name: string, act: (client: Tributary, options?: { idempotencyKey: string }) => Promise<unknown>]>([
  ['create', ({ webhookEndpoints }, options) => webhookEndpoints.create(ENDPOINT, options)],
  ['rotateSecret', ({ webhookEndpoints }, options) => webhookEndpoints.rotateSecret('E1', options)],
  ['test', ({ webhookEndpoints }, options) => webhookEndpoints.test('E1', options)],
  ['resend', ({ webhookEndpoints }, options) => webhookEndpoints.resend('E1', { event_id: 'V1' }, options)],
])('webhookEndpoints.%s', (_, act) => {
  it('sends one key through every attempt: a new one for each call, or the caller’s own', async () => {
    const done = { status: 200, body: { id: 'E1' } };
    const api = new ScriptedApi(['lost', refused(504, 'outcome_unknown'), done, done, done]);
    const client = api.client();
    await outcomeOf(act(client));
    await outcomeOf(act(client));
    await outcomeOf(act(client, { idempotencyKey: 'rotation 7' }));
    const [first, second, third, another, own] = keysOf(api);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect([second, third]).toEqual([first, first]);
    expect([another === first, own]).toEqual([false, 'rotation 7']);
  });
});

describe('a POST without an Idempotency-Key', () => {
  it.each([['lost' as const], [refused(503, 'service_unavailable')], [refused(504, 'outcome_unknown')]])(
    'is sent once: %j',
    async (outcome) => {
      const scripted = new ScriptedApi([outcome, { status: 200, body: {} }]);
      const { fetch } = scripted.options();
      const api = new Api(settingsOf({ baseUrl: 'https://api.test', apiKey: 'abcdefgh_secret', fetch }));
      const asked = api.ask(api.call(), (sending) =>
        api.base.POST('/v1/webhook-endpoints', { ...sending, body: ENDPOINT }),
      );
      await outcomeOf(asked);
      expect(scripted.sent).toHaveLength(1);
    },
  );

  it('still waits for a token, because nothing was sent before', async () => {
    const scripted = new ScriptedApi([{ status: 200, body: { id: 'E1' } }], [refused(503, 'service_unavailable')]);
    const { fetch } = scripted.options();
    const api = new Api(settingsOf({ baseUrl: 'https://api.test', apiKey: 'abcdefgh_secret', fetch }));
    await outcomeOf(
      api.ask(api.call(), (sending) => api.base.POST('/v1/webhook-endpoints', { ...sending, body: ENDPOINT })),
    );
    expect([scripted.exchanges.length, scripted.sent.length]).toEqual([2, 1]);
  });
});
