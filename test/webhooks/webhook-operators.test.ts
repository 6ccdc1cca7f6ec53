import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Delivered } from '../../connectors/webhook-receivers/deliver-message.js';
import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { newId } from '../../core/ids/ids.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SCOPES } from '../../core/principal/scopes.js';
import { WebhookSender } from '../../subgraphs/messaging/outgoing-webhooks/sending/sender.js';
import { Api } from '../support/api.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/*
 * An endpoint of two lenders, and an operator of one: the operator sees where that lender's events go, and can stop
 * it.
 */

let instance: TestInstance;
let lender: Lender;
let other: Lender;
let maker: Api;
let operator: Ask;
let id: string;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  [lender, other] = [await instance.lender('Alder'), await instance.lender('Birch')];
  const organizationIds = [lender.organizationId, other.organizationId];
  const by = systemPrincipal('test');
  const made = await createApiKey(instance.resources, { name: 'both', organizationIds, scopes: SCOPES, by });
  if (made.outcome === 'refused') throw new Error(made.problems.join('; '));
  maker = await Api.exchange(instance.baseUrl, { prefix: made.key.prefix, plaintext: made.plaintext });
  operator = await operatorOf('ola', [lender.organizationId]);
});
afterAll(() => instance.close());
beforeEach(async () => {
  await query('update webhook_endpoint set deleted_at = now()');
  id = (await maker.post('/v1/webhook-endpoints', { url: 'https://both.example/', types: ['payment.*'] })).json.id;
});

const query = async (text: string, values: unknown[] = []) => (await instance.resources.pool.query(text, values)).rows;

async function operatorOf(subject: string, organizationIds?: readonly string[]): Promise<Ask> {
  const asked = { subject, role: 'admin', ...(organizationIds && { organizationIds }) } as const;
  return graphClient(instance.graphqlUrl, await operatorToken(instance.resources, asked));
}

const FIELDS = 'id url status organizationIds';
const one = (by: Ask, which = id) => by(`{ webhookEndpoint(id: "${which}") { ${FIELDS} } }`);
const disable = (by: Ask, which = id) =>
  by(`mutation { updateWebhookEndpoint(id: "${which}", input: { status: disabled }) { ${FIELDS} } }`);
const remove = (by: Ask, which = id) => by(`mutation { deleteWebhookEndpoint(id: "${which}") { ${FIELDS} } }`);
const codeOf = (answer: Awaited<ReturnType<Ask>>) => answer.json.errors?.[0]?.extensions.code;

describe('an operator of one lender', () => {
  it('sees the endpoint, and of its organizations only that lender', async () => {
    const seen = { id, url: 'https://both.example/', status: 'enabled', organizationIds: [lender.organizationId] };
    expect((await one(operator)).json.data.webhookEndpoint).toEqual(seen);
    const listed = await operator(`{ webhookEndpoints { items { ${FIELDS} } } }`);
    expect(listed.json.data.webhookEndpoints.items).toEqual([seen]);
    expect(listed.text).not.toContain(other.organizationId);
  });

  it('sees only the delivery attempts of that lender’s events', async () => {
    for (const { organizationId } of [lender, other]) {
      await query(
        `insert into webhook_attempt (id, organization_id, endpoint_id, event_id, number, succeeded, duration_ms)
         values ($1, $2, $3, $2, 1, true, 5)`,
        [newId(), organizationId, id],
      );
    }
    const { items } = (await operator(`{ webhookAttempts(endpointId: "${id}") { items { eventId } } }`)).json.data
      .webhookAttempts;
    expect(items).toEqual([{ eventId: lender.organizationId }]);
  });

  it.each([
    ['disabling', disable, 'updateWebhookEndpoint'],
    ['deleting', remove, 'deleteWebhookEndpoint'],
  ] as const)('stops it by %s, only for that lender', async (_, stop, name) => {
    const stopped = await stop(operator);
    expect(stopped.json.data[name]).toEqual({
      ...{ id, url: 'https://both.example/', status: 'disabled', organizationIds: [lender.organizationId] },
    });
    expect(codeOf(await one(operator))).toBe('webhook_endpoint_not_found');
    const left = { status: 'enabled', organization_ids: [other.organizationId] };
    expect((await maker.get(`/v1/webhook-endpoints/${id}`)).json).toMatchObject(left);
    expect(await query('select organization_id from webhook_subscription where endpoint_id = $1', [id])).toEqual([
      { organization_id: other.organizationId },
    ]);
    const audited =
      "select actor, organization_id, before from audit_log where subject = $1 and action like '%.withdraw'";
    const before = expect.objectContaining({ organization_ids: [lender.organizationId], status: 'enabled' });
    expect(await query(audited, [id])).toEqual([{ actor: 'ola', organization_id: lender.organizationId, before }]);
    const sent = 'select organization_id, type, previous_status, status, code, actor from event where object_id = $1';
    expect(await query(sent, [id])).toEqual([
      {
        ...{ organization_id: lender.organizationId, type: 'webhook_endpoint.disabled', actor: 'ola' },
        ...{ previous_status: 'enabled', status: 'disabled', code: 'request' },
      },
    ]);
  });

  it('enabling it does not bring that lender’s events back', async () => {
    const sent: string[] = [];
    const answered: Delivered = {
      ...{ succeeded: true, httpStatus: 204, error: null },
      ...{ durationMs: 1, answer: '', retryAfterMs: null },
    };
    const { db, secrets, logger, clock } = instance.resources;
    const send = async ({ body }: { readonly body: string }) => {
      sent.push(JSON.parse(body).organization_id);
      return answered;
    };
    await disable(operator);
    const admin = await operatorOf('all of them');
    await disable(admin);
    const enable = `mutation { updateWebhookEndpoint(id: "${id}", input: { status: enabled }) { ${FIELDS} } }`;
    expect((await admin(enable)).json.data.updateWebhookEndpoint).toMatchObject({
      ...{ status: 'enabled', organizationIds: [other.organizationId] },
    });
    // In id order: the event that must not be sent comes first.
    for (const { organizationId } of [lender, other]) {
      await query(
        `insert into event (organization_id, type, object_type, object_id, sequence, actor)
         values ($1, 'payment.posted', 'payment', $2, 1, 'test')`,
        [organizationId, newId()],
      );
    }
    const sender = new WebhookSender({ db, secrets, logger, clock, receivers: { send, problemOf: () => undefined } });
    sender.start();
    try {
      await expect.poll(() => sent).toContain(other.organizationId);
      const rows = await query('select organization_id from webhook_delivery where endpoint_id = $1', [id]);
      expect(rows).toEqual([{ organization_id: other.organizationId }]);
      expect(sent).toEqual([other.organizationId]);
    } finally {
      await sender.stop();
    }
  });

  it.each([
    ['change', (which: string) => `updateWebhookEndpoint(id: "${which}", input: { url: "https://e.example/" }) { id }`],
    [
      'disable and change',
      (which: string) =>
        `updateWebhookEndpoint(id: "${which}", input: { status: disabled, url: "https://e.example/" }) { id }`,
    ],
    ['enable', (which: string) => `updateWebhookEndpoint(id: "${which}", input: { status: enabled }) { id }`],
    ['rotate the secret of', (which: string) => `rotateWebhookEndpointSecret(id: "${which}") { secret }`],
    ['test', (which: string) => `testWebhookEndpoint(id: "${which}") { eventId }`],
    [
      'resend to',
      (which: string) => `resendWebhookEvents(id: "${which}", input: { from: "2026-01-01T00:00:00Z" }) { queued }`,
    ],
  ])('may not %s it, which needs all of its lenders in scope', async (_, act) => {
    expect(codeOf(await operator(`mutation { ${act(id)} }`))).toBe('organization_out_of_scope');
    const kept = { url: 'https://both.example/', status: 'enabled' };
    const organization_ids = [lender.organizationId, other.organizationId].sort();
    const { json } = await maker.get(`/v1/webhook-endpoints/${id}`);
    expect({ ...json, organization_ids: [...json.organization_ids].sort() }).toMatchObject({
      ...kept,
      organization_ids,
    });
  });
});

describe('to whom it does not exist', () => {
  it('an operator of a third lender', async () => {
    const third = await operatorOf('theo', [(await instance.lender('Cedar')).organizationId]);
    for (const ask of [one, disable, remove]) {
      const [foreign, missing] = [await ask(third), await ask(third, newId())];
      expect([codeOf(foreign), foreign.text]).toEqual(['webhook_endpoint_not_found', missing.text]);
    }
  });

  it('a key of one of the lenders', async () => {
    const key = await lender.api();
    expect((await key.get('/v1/webhook-endpoints')).json.items).toEqual([]);
    const [foreign, missing] = [id, newId()].map((which) => key.get(`/v1/webhook-endpoints/${which}`));
    expect([(await foreign)?.status, (await foreign)?.text]).toEqual([404, (await missing)?.text]);
  });
});

describe('an endpoint older than a rule', () => {
  const made = async (column: 'url' | 'organization_ids', value: unknown) => {
    await query(`update webhook_endpoint set ${column} = $2 where id = $1`, [id, value]);
  };
  const concerns = async (ask: Ask) =>
    (await ask(`{ webhookEndpoint(id: "${id}") { concerns } }`)).json.data.webhookEndpoint.concerns;
  const update = (input: string) =>
    operatorOf('all of them').then((ask) =>
      ask(`mutation { updateWebhookEndpoint(id: "${id}", input: { ${input} }) { url description concerns } }`),
    );

  it('shows no concerns if it violates none', async () => {
    expect(await concerns(await operatorOf('all of them'))).toEqual([]);
  });

  it('shows a port that is rejected today; can be updated with its own address, but not to another such address', async () => {
    await made('url', 'https://both.example:22/');
    expect(await concerns(operator)).toEqual(['address_refused']);
    const kept = await update('url: "https://both.example:22/", description: "kept"');
    expect(kept.json.data.updateWebhookEndpoint).toEqual({
      ...{ url: 'https://both.example:22/', description: 'kept', concerns: ['address_refused'] },
    });
    expect(codeOf(await update('url: "https://both.example:25/"'))).toBe('validation_failed');
    const moved = await update('url: "https://both.example/"');
    expect(moved.json.data.updateWebhookEndpoint).toMatchObject({ url: 'https://both.example/', concerns: [] });
  });

  it('shows that it mixes sandbox organizations with others, to an operator with both kinds in scope', async () => {
    const { organizationId: sandbox } = await instance.lender('Trial', { isSandbox: true });
    await made('organization_ids', [lender.organizationId, sandbox]);
    expect(await concerns(await operatorOf('all of them'))).toEqual(['sandbox_mixed']);
    expect(await concerns(operator)).toEqual([]);
  });
});

it('an operator’s endpoint cannot mix sandbox organizations with others', async () => {
  const admin = await operatorOf('of all');
  const { organizationId: sandbox } = await instance.lender('Sandbox', { isSandbox: true });
  const create = (input: string) =>
    admin(
      `mutation { createWebhookEndpoint(input: { url: "https://one.example/", types: ["payment.*"]${input} }) { id } }`,
    );
  const named = (...ids: readonly string[]) => `, organizationIds: [${ids.map((each) => `"${each}"`).join(', ')}]`;
  for (const mixed of ['', named(lender.organizationId, sandbox)]) {
    const answer = await create(mixed);
    expect([codeOf(answer), answer.json.errors?.[0]?.extensions['issues']]).toEqual([
      'validation_failed',
      [expect.objectContaining({ loc: ['input', 'organizationIds'], type: 'value_error' })],
    ]);
  }
  for (const alike of [named(sandbox), named(lender.organizationId, other.organizationId)])
    expect(codeOf(await create(alike))).toBeUndefined();
});
