import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGeneric } from '../../connectors/email-providers/generic/generic.js';
import { EmailProviders } from '../../connectors/email-providers/registry.js';
import { createSendGrid } from '../../connectors/email-providers/sendgrid/sendgrid.js';
import { withClient } from '../../core/db/with-client.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SecretsAtRest } from '../../core/secrets/at-rest.js';
import { PoisonEventService } from '../../subgraphs/messaging/provider-events/poison-event/poison-event.service.js';
import { BatchProcessor } from '../../subgraphs/messaging/provider-events/webhook-call/process-stored-calls.js';
import { type ApiAnswer, send } from '../support/api.js';
import { CampaignEventsHarness, sentEvent } from '../support/campaign-events-harness.js';
import { refusalOf } from '../support/refusal-of.js';
import { GENERIC_SENDER, WEBHOOK_SENDERS, type WebhookCall } from '../support/webhook-senders.js';

let harness: CampaignEventsHarness;
let other: CampaignEventsHarness;

beforeAll(async () => {
  harness = await CampaignEventsHarness.open();
  other = await CampaignEventsHarness.at(harness.instance, 'Birch Credit');
});
afterAll(() => harness.close());

const code = (answer: ApiAnswer) => [answer.status, answer.json?.detail?.error_code];
const generic = () => createGeneric({ secrets: [] });
const REFUSED = [401, 'invalid_signature'];
const ofCampaign = async (campaignId: string) =>
  (await harness.events()).filter(({ campaign_id }: { campaign_id: string }) => campaign_id === campaignId);
const stored = async (providerMessageId: string): Promise<number> =>
  (await harness.pool.query('select 1 from campaign_event where provider_message_id = $1', [providerMessageId]))
    .rowCount ?? 0;

describe.each(WEBHOOK_SENDERS)('POST /campaign-events/webhook from $code', (sender) => {
  const one = (fields: Parameters<typeof sentEvent>[0] = {}) => sender.write(sentEvent(fields));

  it('202 without a body; each type of event appears in GET /campaign-events/', async () => {
    const name = randomUUID();
    const campaign = await harness.register(sender.code, name);
    const at = new Date('2026-01-10T12:00:00.000Z');
    const sent = [
      sentEvent({ type: 'open', campaign: name, at }),
      sentEvent({ type: 'click', campaign: name, at: new Date(at.getTime() + 1_000) }),
      sentEvent({ type: 'bounce', bounceType: 'hard', campaign: name, at: new Date(at.getTime() + 2_000) }),
      sentEvent({ type: 'bounce', bounceType: 'soft', campaign: name, at: new Date(at.getTime() + 3_000) }),
      sentEvent({ type: 'unsubscribe', campaign: name, at: new Date(at.getTime() + 4_000) }),
      sentEvent({ type: 'open', isMachine: true, campaign: name, at: new Date(at.getTime() + 5_000) }),
    ];
    const paths = ['', '/', `/${sender.code}`, `/${sender.code}/`];
    for (const [n, event] of sent.entries()) {
      const answer = await harness.post(sender.call([sender.write(event)]), `/campaign-events/webhook${paths[n % 4]}`);
      expect([answer.status, answer.text]).toEqual([202, '']);
    }
    await harness.settled();
    const link = 'https://example.com/pay';
    expect(await ofCampaign(campaign)).toEqual(
      sent.toReversed().map(({ id, type, bounceType, isMachine, at: occurred }) => ({
        id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
        workspace_id: harness.workspaceId,
        campaign_id: campaign,
        event_type: type,
        bounce_type: bounceType ?? null,
        recipient: 'ada@example.com',
        url: type === 'click' ? link : null,
        occurred_at: occurred.toISOString(),
        provider: sender.code,
        provider_message_id: `m-${id}`,
        is_machine: isMachine ?? false,
      })),
    );
  });

  it('rejects forged, stale and swapped signatures, and stores none of the calls', async () => {
    const count = async () => (await harness.pool.query('select count(*)::int as n from webhook_batch')).rows[0].n;
    const before = await count();
    const call = sender.call([one()]);
    const wrong: WebhookCall[] = [forged(call)];
    const oldest = sender.code === 'mailgun' ? 8 * 3_600 : 300;
    if (sender.code !== 'postmark') wrong.push(sender.call([one()], -302));
    if (sender.code !== 'postmark' && sender.code !== 'mailgun') wrong.push(sender.call([one()], oldest + 1));
    if (sender.sendsBatches) {
      wrong.push({ ...call, body: call.body.replace('ada@', 'eve@') });
      wrong.push({ headers: sender.call([one()]).headers, body: call.body });
    }
    for (const refused of wrong) {
      for (const path of ['/campaign-events/webhook', `/campaign-events/webhook/${sender.code}`]) {
        const answer = await harness.post(refused, path);
        expect(code(answer)).toEqual(REFUSED);
        expect(answer.headers.get('www-authenticate')).toBe('Basic realm="tributary", Bearer realm="tributary"');
      }
    }
    expect(await count()).toBe(before);
    expect((await harness.post(sender.call([one()], oldest - 60))).status).toBe(202);
  });

  it('401 missing_token without signature and bearer, 403 insufficient_scope without the scope, 202 with it', async () => {
    const bare = unsigned(sender.call([one()]));
    expect(code(await harness.post(bare))).toEqual([401, 'missing_token']);
    const as = (bearer: string) => ({ ...bare, headers: { ...bare.headers, authorization: `Bearer ${bearer}` } });
    expect(code(await harness.post(as('nonsense')))).toEqual([401, 'invalid_token']);
    const reader = await harness.lender.key(['campaign_events:read']);
    expect(code(await harness.post(as(reader.plaintext)))).toEqual([403, 'insufficient_scope']);
    expect((await harness.post(as(harness.key))).status).toBe(202);
    expect((await harness.post(as((await harness.lender.api()).token))).status).toBe(202);
  });
});

/** The same call with the signature (or password) of another. */
function forged({ headers, body }: WebhookCall): WebhookCall {
  const changed = Object.entries(headers).map(([name, value]) => {
    if (name.endsWith('-signature'))
      return [name, value.startsWith('v1,') ? `v1,${'A'.repeat(43)}=` : `${value.slice(0, -8)}AAAAAAA=`];
    if (name === 'authorization') return [name, `Basic ${Buffer.from('postmark:guess').toString('base64')}`];
    return [name, value];
  });
  return {
    headers: Object.fromEntries(changed),
    body: body.replace(/"signature":"[0-9a-f]{8}/, '"signature":"00000000'),
  };
}

function unsigned({ body }: WebhookCall): WebhookCall {
  const parsed = JSON.parse(body);
  if (!Array.isArray(parsed)) delete parsed.signature;
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(parsed) };
}

describe('a reused signature', () => {
  const [, mailgun] = WEBHOOK_SENDERS;

  it('202 for the same call again, stored once; 406 for a Mailgun signature with another body, because it does not cover the body', async () => {
    if (mailgun === undefined) throw new Error('no Mailgun');
    const name = randomUUID();
    await harness.register('mailgun', name);
    const event = sentEvent({ campaign: name });
    const call = mailgun.call([mailgun.write(event)]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => harness.post(call)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(202));
    const { rowCount } = await harness.pool.query('select 1 from webhook_batch where body = $1', [
      Buffer.from(call.body),
    ]);
    expect(rowCount).toBe(1);
    const swapped = { ...call, body: call.body.replace('ada@', 'eve@') };
    for (const path of ['', '/mailgun']) {
      const answer = await harness.post(swapped, `/campaign-events/webhook${path}`);
      expect([answer.status, answer.json]).toEqual([406, refusalOf('webhook_rejected', { reason: 'token_used' })]);
    }
    await harness.settled();
    expect(await stored(`m-${event.id}`)).toBe(1);
  });

  it('seven retries over 7.5 hours with the first signature are one event', async () => {
    if (mailgun === undefined) throw new Error('no Mailgun');
    const name = randomUUID();
    await harness.register('mailgun', name);
    const event = sentEvent({ campaign: name });
    const call = mailgun.call([mailgun.write(event)], 7.5 * 3_600);
    for (let tried = 0; tried < 7; tried += 1) expect((await harness.post(call)).status).toBe(202);
    await harness.settled();
    expect(await stored(`m-${event.id}`)).toBe(1);
  });

  it('406 for a Mailgun call that no retry can fix; 401 for a wrong signature', async () => {
    if (mailgun === undefined) throw new Error('no Mailgun');
    const path = '/campaign-events/webhook/mailgun';
    const genuine = mailgun.call([mailgun.write(sentEvent())]);
    const changed = (change: (body: Record<string, unknown>) => object): WebhookCall => ({
      ...genuine,
      body: JSON.stringify(change(JSON.parse(genuine.body))),
    });
    const rejected: readonly [WebhookCall, reason: string][] = [
      [mailgun.call([mailgun.write(sentEvent())], 8 * 3_600 + 1), 'too_old'],
      [{ ...genuine, body: '{"signature": {' }, 'malformed_body'],
      [changed((body) => ({ ...body, signature: 'none' })), 'malformed_body'],
      [changed((body) => ({ ...body, 'event-data': [] })), 'malformed_body'],
    ];
    for (const [call, reason] of rejected) {
      const answer = await harness.post(call, path);
      expect([answer.status, answer.json], reason).toEqual([406, refusalOf('webhook_rejected', { reason })]);
    }
    expect(code(await harness.post(forged(mailgun.call([{}], 9 * 3_600)), path))).toEqual(REFUSED);
    expect(code(await harness.post(forged(changed((body) => ({ ...body, 'event-data': [] }))), path))).toEqual(REFUSED);
    expect((await harness.post(genuine, path)).status).toBe(202);
  });

  it('of two concurrent calls with one token and two bodies, one is accepted', async () => {
    if (mailgun === undefined) throw new Error('no Mailgun');
    for (let round = 0; round < 5; round += 1) {
      const call = mailgun.call([mailgun.write(sentEvent())]);
      const swapped = { ...call, body: call.body.replace('ada@', 'eve@') };
      const answers = await Promise.all([call, swapped, call, swapped].map((each) => harness.post(each)));
      expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 406, 406]);
    }
  });

  it('202 if it covers the body: the events are recognized by their ids', async () => {
    const name = randomUUID();
    await harness.register('generic', name);
    const event = sentEvent({ campaign: name });
    const call = GENERIC_SENDER.call([GENERIC_SENDER.write(event)]);
    for (let times = 0; times < 3; times += 1) expect((await harness.post(call)).status).toBe(202);
    await harness.settled();
    expect(await stored(`m-${event.id}`)).toBe(1);
  });

  it('one provider’s signature is invalid for another', async () => {
    for (const sender of WEBHOOK_SENDERS) {
      const { headers } = sender.call([sender.write(sentEvent())]);
      for (const foreign of WEBHOOK_SENDERS.filter((candidate) => candidate !== sender)) {
        const { body } = unsigned(foreign.call([foreign.write(sentEvent())]));
        const answer = await harness.post({ headers, body }, `/campaign-events/webhook/${foreign.code}`);
        expect(answer.status, `${sender.code} for ${foreign.code}`).toBe(401);
      }
    }
  });
});

describe('once each', () => {
  it('eight concurrent copies, and copies across two overlapping batches, are stored once', async () => {
    const name = randomUUID();
    const campaign = await harness.register('generic', name);
    const events = Array.from({ length: 12 }, () => GENERIC_SENDER.write(sentEvent({ campaign: name })));
    await Promise.all(Array.from({ length: 8 }, () => harness.post(GENERIC_SENDER.call(events.slice(0, 1)))));
    await Promise.all([
      harness.post(GENERIC_SENDER.call(events.slice(0, 8))),
      harness.post(GENERIC_SENDER.call(events.slice(4).toReversed())),
      harness.post(GENERIC_SENDER.call([...events, ...events])),
    ]);
    await harness.settled();
    expect(await ofCampaign(campaign)).toHaveLength(12);
  });

  it('a batch of 1200 events, processed by four workers at once: each event is stored once', async () => {
    const name = randomUUID();
    const campaign = await harness.register('generic', name);
    const events = Array.from({ length: 1_200 }, () => GENERIC_SENDER.write(sentEvent({ campaign: name })));
    expect((await harness.post(GENERIC_SENDER.call(events))).status).toBe(202);
    await Promise.all([1, 2, 3].map(() => harness.jobs.handlers.process_webhooks()));
    await harness.settled();
    const found = await harness.list('');
    const counted = await harness.pool.query('select count(*)::int as n from campaign_event where campaign_id = $1', [
      campaign,
    ]);
    expect([found.status, counted.rows[0].n]).toEqual([200, 1_200]);
  });
});

describe('campaigns that an unsigned call may match', () => {
  const deliver = async (as: CampaignEventsHarness, name: string) => {
    const event = sentEvent({ campaign: name });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${as.key}` };
    expect((await as.post({ headers, body: JSON.stringify([GENERIC_SENDER.write(event)]) })).status).toBe(202);
    await as.settled();
    return event;
  };

  it('only campaigns of the key’s organizations, including those registered later', async () => {
    const [known, later] = [randomUUID(), randomUUID()];
    const campaign = await harness.register('generic', known);
    const foreign = [await deliver(other, known), await deliver(other, later)];
    const own = [await deliver(harness, known), await deliver(harness, later)];
    const registeredLater = await harness.register('generic', later);
    await harness.settled();
    for (const { id } of foreign) expect(await stored(`m-${id}`)).toBe(0);
    for (const { id } of own) expect(await stored(`m-${id}`)).toBe(1);
    expect([await ofCampaign(campaign), await ofCampaign(registeredLater)].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('the same event from two keys with one allowlist, or from two operators of all organizations, is one', async () => {
    const name = randomUUID();
    const campaign = await harness.register('generic', name);
    const { operatorToken } = await import('../support/operators.js');
    const operators = await Promise.all(
      ['ola', 'pia'].map((subject) => operatorToken(harness.instance.resources, { subject, role: 'operator' })),
    );
    const newer = (await harness.lender.key()).plaintext;
    const accept = 'mutation ($body: String!) { acceptWebhook(headers: [], body: $body) { batchId } }';
    for (const bearers of [[harness.key, newer], operators]) {
      const body = JSON.stringify([GENERIC_SENDER.write(sentEvent({ campaign: name }))]);
      for (const bearer of bearers) {
        const answer = await harness.ask(accept, { body: Buffer.from(body).toString('base64') }, bearer);
        expect(answer.json.errors).toBeUndefined();
      }
    }
    await harness.settled();
    expect(await ofCampaign(campaign)).toHaveLength(2);
  });

  it('a key cannot use up the ids of another’s events, or of the provider’s', async () => {
    const name = randomUUID();
    await harness.register('generic', name);
    const event = sentEvent({ campaign: name });
    const body = JSON.stringify([GENERIC_SENDER.write(event)]);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${other.key}` };
    expect((await other.post({ headers, body })).status).toBe(202);
    await harness.settled();
    await harness.deliver([event]);
    expect(await stored(`m-${event.id}`)).toBe(1);
  });
});

describe('a card number in a provider’s call', () => {
  const PAN = '4242424242424242';

  it('does not reject a signed call: the call is stored without the number, and its events are entered', async () => {
    const name = randomUUID();
    const campaign = await harness.register('sendgrid', name);
    const [sendgrid] = WEBHOOK_SENDERS;
    if (sendgrid === undefined) throw new Error('no SendGrid');
    const events = [sentEvent({ campaign: name }), sentEvent({ campaign: name })].map(sendgrid.write);
    expect((await harness.post(sendgrid.call([{ ...events[0], card_number: PAN }, events[1] ?? {}]))).status).toBe(202);
    expect((await harness.post({ ...forged(sendgrid.call([{ ...events[0], card_number: PAN }])) })).status).toBe(401);
    await harness.settled();
    expect(await ofCampaign(campaign)).toHaveLength(2);
    const { rows } = await harness.pool.query(
      'select count(*)::int as n, count(*) filter (where position($1::bytea in body) > 0)::int as held from webhook_batch where position($2::bytea in body) > 0',
      [Buffer.from(PAN), Buffer.from(name)],
    );
    expect(rows).toEqual([{ n: 1, held: 0 }]);
  });
});

describe('events before their campaign', () => {
  it('wait, and are matched on registration: in bulk, each once, with hard bounces suppressed', async () => {
    const [name, alias] = [randomUUID(), randomUUID()];
    const events = Array.from({ length: 700 }, (_, n) => sentEvent({ campaign: n % 2 === 0 ? name : alias }));
    const bounced = sentEvent({ campaign: name, type: 'bounce', recipient: 'gone@example.com' });
    await harness.deliver([...events, bounced]);
    expect(await stored(`m-${bounced.id}`)).toBe(0);
    const campaign = await harness.register('generic', name, alias);
    await harness.settled();
    const counted = await harness.pool.query('select count(*)::int as n from campaign_event where campaign_id = $1', [
      campaign,
    ]);
    expect(counted.rows[0].n).toBe(701);
    await harness.deliver([...events.slice(0, 5), bounced]);
    expect(await stored(`m-${bounced.id}`)).toBe(1);
    const check = await harness.ask(
      `{ isSuppressed(workspaceId: "${harness.workspaceId}", address: "Gone@Example.com") { isSuppressed reason } }`,
    );
    expect(check.json.data.isSuppressed).toEqual({ isSuppressed: true, reason: 'hard_bounce' });
  });

  it('no event stays unmatched when a campaign is registered while its events arrive', async () => {
    const rounds = Array.from({ length: 10 }, async () => {
      const name = randomUUID();
      const calls = Array.from({ length: 6 }, () =>
        harness.post(GENERIC_SENDER.call([GENERIC_SENDER.write(sentEvent({ campaign: name }))])),
      );
      const [campaign] = await Promise.all([harness.register('generic', name), ...calls]);
      return campaign;
    });
    const campaigns = await Promise.all(rounds);
    await harness.settled();
    const counted = await harness.pool.query(
      'select campaign_id, count(*)::int as n from campaign_event where campaign_id = any($1) group by 1',
      [campaigns],
    );
    expect(counted.rows.map(({ n }) => n)).toEqual(Array(10).fill(6));
  });
});

describe('unusable calls', () => {
  const json = { 'content-type': 'application/json' };
  const bearer = () => ({ ...json, authorization: `Bearer ${harness.key}` });

  it.each<
    [
      what: string,
      status: number,
      call: () => { headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> },
    ]
  >([
    ['no body', 400, () => ({ headers: bearer(), body: '' })],
    ['a body that is not JSON', 400, () => ({ headers: bearer(), body: '{' })],
    ['a body that is not UTF-8', 400, () => ({ headers: bearer(), body: new Uint8Array([0x5b, 0xff, 0xfe, 0x5d]) })],
    ['a body nested too deeply', 400, () => ({ headers: bearer(), body: '['.repeat(100_000) })],
    ['a body of no known provider', 422, () => ({ headers: bearer(), body: '{"hello":"world"}' })],
    ['an empty list', 422, () => ({ headers: bearer(), body: '[]' })],
    ['a number', 422, () => ({ headers: bearer(), body: '7' })],
    ['10 MB', 413, () => ({ headers: bearer(), body: `"${'x'.repeat(10_000_000)}"` })],
    [
      'a form',
      415,
      () => ({ headers: { ...bearer(), 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1' }),
    ],
    [
      'another charset',
      415,
      () => ({ headers: { ...bearer(), 'content-type': 'application/json; charset=utf-16' }, body: '[]' }),
    ],
    [
      'gzip',
      415,
      () => ({ headers: { ...bearer(), 'content-encoding': 'gzip' }, body: new Uint8Array(gzipSync('[]')) }),
    ],
    ['an anonymous body of no known provider', 401, () => ({ headers: json, body: '{"hello":"world"}' })],
    ['an anonymous meaningless body', 401, () => ({ headers: json, body: '\u0000\u0001' })],
  ])('%s is %i', async (_, status, call) => {
    const { headers, body } = call();
    const answer = await send(`${harness.instance.baseUrl}/campaign-events/webhook`, { method: 'POST', headers, body });
    expect(answer.status).toBe(status);
  });

  it('an unknown provider is 404; other methods are 405', async () => {
    const path = '/campaign-events/webhook/pigeon';
    expect(code(await harness.post({ headers: bearer(), body: '[]' }, path))).toEqual([404, 'route_not_found']);
    const got = await send(`${harness.instance.baseUrl}/campaign-events/webhook`);
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
  });

  it('unknown types, incomplete events and signed nonsense are accepted, and do not delay other events', async () => {
    const name = randomUUID();
    const campaign = await harness.register('generic', name);
    const good = GENERIC_SENDER.write(sentEvent({ campaign: name }));
    const odd = [
      { event_type: 'delivered' },
      { event_type: 'open' },
      { event_type: 7 },
      null,
      'x',
      { ...good, recipient: 'a\u0000@b' },
    ];
    expect((await harness.post(GENERIC_SENDER.call([...odd.map(Object), good]))).status).toBe(202);
    const nonsense = GENERIC_SENDER.call([{ nothing: 'of use' }]);
    expect((await harness.post(nonsense, '/campaign-events/webhook/generic')).status).toBe(202);
    await harness.settled();
    expect(await ofCampaign(campaign)).toHaveLength(1);
  });

  it('a signed body that is not a batch is stored as malformed', async () => {
    const call = WEBHOOK_SENDERS[0]?.call({ not: 'a list' } as never);
    if (call === undefined) throw new Error('no SendGrid');
    expect((await harness.post(call)).status).toBe(202);
    await harness.settled();
    const { rowCount } = await harness.pool.query("select 1 from webhook_batch where status = 'malformed'");
    expect(rowCount).toBeGreaterThan(0);
  });

  it('a body of just under 5 MB is accepted', async () => {
    const body = JSON.stringify([{ ...GENERIC_SENDER.write(sentEvent()), filler: 'x'.repeat(5_200_000) }]);
    const answer = await send(`${harness.instance.baseUrl}/campaign-events/webhook`, {
      method: 'POST',
      headers: bearer(),
      body,
    });
    expect(answer.status).toBe(202);
  });
});

describe('rate limits', () => {
  it('do not count accepted calls; guesses count against their IP address', async () => {
    const strict = await CampaignEventsHarness.open({
      worker: false,
      environment: { RATE_LIMIT_API_PER_MINUTE: '1', RATE_LIMIT_API_BURST: '40' },
    });
    try {
      const call = () => GENERIC_SENDER.call([GENERIC_SENDER.write(sentEvent())]);
      for (let times = 0; times < 60; times += 1) {
        const answer = await strict.post(call());
        expect([answer.status, answer.headers.get('ratelimit-limit')]).toEqual([202, null]);
      }
      const guesses = [];
      for (let times = 0; times < 60; times += 1) guesses.push((await strict.post(forged(call()))).status);
      expect(new Set(guesses)).toEqual(new Set([401, 429]));
      expect((await strict.post(call())).status).toBe(202);
    } finally {
      await strict.close();
    }
  });
});

describe('an event that cannot be stored', () => {
  const POISON = 'poison@example.com';
  const LIST =
    '{ poisonEvents(isReplayed: false) { items { id provider eventType providerEventId error attempts replayedAt } } }';
  const REPLAY = 'mutation ($ids: [ID!]!) { replayPoisonEvents(ids: $ids) { id replayedAt attempts error } }';
  const block = () =>
    asOwner(`alter table campaign_event add constraint no_poison check (recipient <> '${POISON}') not valid`);
  const unblock = () => asOwner('alter table campaign_event drop constraint if exists no_poison');

  it('is set aside after five attempts, in bulk and from the waiting events; does not delay others; is replayed by an operator', async () => {
    const { operatorToken } = await import('../support/operators.js');
    const operator = await operatorToken(harness.instance.resources, { subject: 'ola', role: 'operator' });
    const viewer = await operatorToken(harness.instance.resources, { subject: 'vic', role: 'viewer' });
    const [name, later] = [randomUUID(), randomUUID()];
    const campaign = await harness.register('generic', name);
    const poison = [
      sentEvent({ campaign: name, recipient: POISON }),
      sentEvent({ campaign: later, recipient: POISON }),
    ];
    await block();
    try {
      const others = Array.from({ length: 150 }, (_, n) => sentEvent({ campaign: n < 100 ? name : later }));
      await harness.deliver([...others.slice(0, 60), ...poison, ...others.slice(60)]);
      const waited = await harness.register('generic', later);
      await harness.settled();
      expect([await ofCampaign(campaign), await ofCampaign(waited)].map(({ length }) => length)).toEqual([100, 50]);

      const unreplayed = async () =>
        (await harness.ask(LIST, {}, operator)).json.data.poisonEvents.items.filter(
          (event: { eventType: string | null }) => event.eventType !== null,
        );
      const listed = await unreplayed();
      expect(listed).toHaveLength(2);
      for (const event of listed) {
        expect(event).toMatchObject({ provider: 'generic', eventType: 'open', attempts: 5, replayedAt: null });
        expect(event.error).toMatch(/^23514 .*"no_poison"/);
        expect(JSON.stringify(event)).not.toContain(POISON);
      }
      expect(listed.map((event: any) => event.providerEventId).sort()).toEqual(poison.map(({ id }) => id).sort());
      for (const bearer of [viewer, harness.key]) {
        for (const denied of [await harness.ask(LIST, {}, bearer), await harness.ask(REPLAY, { ids: [] }, bearer)]) {
          expect(denied.json.errors[0].extensions.code).toBe('insufficient_scope');
        }
      }
      const ids = listed.map(({ id }: { id: string }) => id);
      const again = await harness.ask(REPLAY, { ids }, operator);
      for (const event of again.json.data.replayPoisonEvents) {
        expect(event).toMatchObject({ replayedAt: null, attempts: 6 });
      }
      await unblock();
      for (let times = 0; times < 2; times += 1) {
        const replayed = (await harness.ask(REPLAY, { ids: [...ids, 'x'] }, operator)).json.data.replayPoisonEvents;
        expect(replayed.map(({ replayedAt }: { replayedAt: string | null }) => typeof replayedAt)).toEqual([
          'string',
          'string',
        ]);
      }
      for (const { id } of poison) expect(await stored(`m-${id}`)).toBe(1);
      expect(await unreplayed()).toEqual([]);
      const audited = await harness.pool.query("select actor from audit_log where action = 'poison_event.replay'");
      expect(audited.rows).toEqual([{ actor: 'ola' }, { actor: 'ola' }]);
      await harness.deliver(poison);
      for (const { id } of poison) expect(await stored(`m-${id}`)).toBe(1);
    } finally {
      await unblock();
    }
  });
});

describe('an event that takes the database too long', () => {
  it('is found and set aside after one attempt; the events with it and after it are stored', async () => {
    const name = randomUUID();
    const campaign = await harness.register('generic', name);
    await asOwner(`
      create function give_up() returns trigger language plpgsql as $$
        begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$;
      create trigger give_up before insert on campaign_event for each row
        when (new.recipient = 'slow@example.com') execute function give_up()`);
    try {
      const slow = sentEvent({ campaign: name, recipient: 'slow@example.com' });
      const others = Array.from({ length: 20 }, () => sentEvent({ campaign: name }));
      await harness.deliver([...others.slice(0, 7), slow, ...others.slice(7)]);
      await harness.deliver([sentEvent({ campaign: name })]);
      expect(await ofCampaign(campaign)).toHaveLength(21);
      const { rows } = await harness.pool.query(
        "select position, attempts, error from poison_event where event #>> '{event,providerEventId}' = $1",
        [slow.id],
      );
      expect(rows).toEqual([{ position: 7, attempts: 1, error: expect.stringMatching(/^57014 /) }]);
    } finally {
      await asOwner('drop function give_up() cascade');
    }
  });
});

describe('an event that cannot be read', () => {
  it('is set aside once, without showing a value of it; is replayed after its adapter is fixed', async () => {
    const { db, clock, cursors } = harness.instance.resources;
    const source = generic();
    const better = { ...source, parse: (body: Uint8Array) => source.parse(Buffer.from(mended(body))) };
    const mended = (body: Uint8Array) => Buffer.from(body).toString().replaceAll('e-mail', 'recipient');
    const [asIs, knowing] = [source, better].map(
      (adapter) =>
        new PoisonEventService({
          db,
          clock,
          cursors,
          secrets: new SecretsAtRest([]),
          providers: new EmailProviders([adapter]),
        }),
    );
    const name = randomUUID();
    const campaign = await harness.register('generic', name);
    const { recipient, ...written } = { recipient: '', ...GENERIC_SENDER.write(sentEvent({ campaign: name })) };
    const good = GENERIC_SENDER.write(sentEvent({ campaign: name }));
    const long = { ...written, id: randomUUID(), 'e-mail': recipient, filler: 'x'.repeat(70_000) };
    const events = [good, { ...written, 'e-mail': recipient }, { event_type: 'delivered' }, null, long].map(Object);
    expect((await harness.post(GENERIC_SENDER.call(events))).status).toBe(202);
    await harness.settled();
    const operator = systemPrincipal('test');
    const { items } = (await asIs?.list(operator, { isReplayed: false, limit: 3 })) ?? { items: [] };
    const [batchId] = items.map((item) => item.batchId);
    expect(items.map(({ position, error }) => [position, error]).sort()).toEqual([
      [1, 'unreadable: recipient: invalid_type'],
      [3, 'unreadable: event_type: missing'],
      [4, 'unreadable: recipient: invalid_type'],
    ]);
    for (const item of items) {
      expect(item).toMatchObject({ batchId, provider: 'generic', providerEventId: null, eventType: null, attempts: 1 });
    }
    await harness.pool.query("update webhook_batch set status = 'received', claimed_until = null where id = $1", [
      batchId,
    ]);
    await harness.jobs.handlers.process_webhooks();
    expect((await asIs?.list(operator, { isReplayed: false, limit: 3 }))?.items).toEqual(items);

    const ids = items.map(({ id }) => id);
    const failing = (await asIs?.replay(operator, ids)) ?? [];
    expect(failing.map(({ replayedAt, attempts }) => [replayedAt, attempts])).toEqual(Array(3).fill([null, 2]));
    const replayed = (await knowing?.replay(operator, ids)) ?? [];
    const ofReplayed = replayed.filter(({ replayedAt }) => replayedAt !== null).map(({ position }) => position);
    expect(ofReplayed.sort()).toEqual([1, 4]);
    expect(await ofCampaign(campaign)).toHaveLength(3);
  });

  it('a large call that its adapter fails on is kept until it is replayed as a whole, however many events it has', async () => {
    const quiet = await CampaignEventsHarness.open({ worker: false });
    try {
      const { db, clock, cursors } = quiet.instance.resources;
      const campaign = await quiet.register('generic', 'autumn');
      const events = Array.from({ length: 1_200 }, () => GENERIC_SENDER.write(sentEvent()));
      await quiet.post(GENERIC_SENDER.call(events));
      const failing = () => {
        throw new TypeError('no');
      };
      const providers = new EmailProviders([{ ...generic(), parse: failing }]);
      await new BatchProcessor({ ...quiet.instance.resources, providers }).work();
      await quiet.pool.query("update webhook_batch set received_at = now() - interval '40 days'");
      await quiet.jobs.handlers.delete_old_webhooks();
      const replays = [providers, new EmailProviders([generic()])].map(
        (known) => new PoisonEventService({ db, clock, cursors, secrets: new SecretsAtRest([]), providers: known }),
      );
      const operator = systemPrincipal('test');
      const errors = [];
      for (const service of replays) {
        const { items } = await service.list(operator, { isReplayed: false });
        const [replayed] = await service.replay(
          operator,
          items.map(({ id }) => id),
        );
        errors.push(replayed?.replayedAt === null ? replayed.error : null);
      }
      expect(errors).toEqual(['no', null]);
      const { rows } = await quiet.pool.query(
        'select count(distinct provider_message_id)::int as n from campaign_event where campaign_id = $1',
        [campaign],
      );
      expect(rows).toEqual([{ n: 1_200 }]);
      await quiet.jobs.handlers.delete_old_webhooks();
      expect((await quiet.pool.query('select 1 from webhook_batch')).rowCount).toBe(0);
    } finally {
      await quiet.close();
    }
  });

  it('a body that makes its adapter fail does not delay others, and is set aside as a whole', async () => {
    const failing = {
      ...generic(),
      parse: () => {
        throw new TypeError('no');
      },
    };
    const quiet = await CampaignEventsHarness.open({ worker: false });
    try {
      const call = GENERIC_SENDER.call([GENERIC_SENDER.write(sentEvent())]);
      for (const sent of [call, WEBHOOK_SENDERS[0]?.call([{}])]) if (sent !== undefined) await quiet.post(sent);
      const providers = new EmailProviders([failing, createSendGrid({ publicKeys: [] })]);
      await new BatchProcessor({ ...quiet.instance.resources, providers }).work();
      const { rows } = await quiet.pool.query('select status from webhook_batch order by id');
      expect(rows).toEqual([{ status: 'malformed' }, { status: 'processed' }]);
      const poison = await quiet.pool.query('select error from poison_event order by batch_id');
      expect(poison.rows).toEqual([{ error: 'unreadable: adapter_failed' }, { error: 'unreadable: event: missing' }]);
    } finally {
      await quiet.close();
    }
  });
});

describe('housekeeping', () => {
  /** Each table, its time column, the rows to delete and the retention in days. */
  const KEPT = [
    ['webhook_batch', 'received_at', "status = 'processed'", 30],
    ['event_receipt', 'received_at', 'true', 30],
    ['poison_event', 'created_at', 'replayed_at is not null', 30],
    ['poison_event', 'created_at', 'replayed_at is null', 90],
    ['waiting_event', 'created_at', 'true', 90],
  ] as const;

  it('deletes calls, receipts and replayed events after 30 days, unmatched and unreplayed events after 90, and expired tokens', async () => {
    const quiet = await CampaignEventsHarness.open({ worker: false });
    const count = async (table: string) =>
      (await quiet.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;
    try {
      const { jobs } = quiet;
      for (let call = 0; call < 3; call += 1) {
        const events = [sentEvent({ campaign: 'unregistered' })].map(GENERIC_SENDER.write);
        await quiet.post(GENERIC_SENDER.call([...events, { event_type: 'open' }, { event_type: 'open' }]));
      }
      await jobs.handlers.process_webhooks();
      await quiet.pool.query('update poison_event set replayed_at = now() where position = 1');
      for (const [table, clock, which, days] of KEPT) {
        const id = table === 'event_receipt' ? 'provider_event_id' : 'id';
        const all = await quiet.pool.query(`select ${id} as id from ${table} where ${which} order by 1`);
        expect(all.rowCount, table).toBe(3);
        for (const [n, age] of [days + 1, days - 1].entries()) {
          await quiet.pool.query(`update ${table} set ${clock} = now() - $1 * interval '1 day' where ${id} = $2`, [
            age,
            all.rows[n].id,
          ]);
        }
      }
      const [mailgun] = WEBHOOK_SENDERS.filter(({ code: name }) => name === 'mailgun');
      for (let call = 0; call < 2; call += 1) await quiet.post(mailgun?.call([{}]) ?? { headers: {}, body: '' });
      // A call that was never processed is kept, however old.
      await quiet.pool.query(
        "update webhook_batch set received_at = now() - interval '1 year' where provider = 'mailgun'",
      );
      await quiet.pool.query(
        "update webhook_token set expires_at = now() - interval '1 hour' where token = (select max(token) from webhook_token)",
      );
      for (let times = 0; times < 2; times += 1) {
        await jobs.handlers.delete_old_webhooks();
        const tables = ['webhook_batch', 'event_receipt', 'poison_event', 'waiting_event', 'webhook_token'];
        expect(await Promise.all(tables.map(count))).toEqual([4, 2, 4, 2, 1]);
      }
    } finally {
      await quiet.close();
    }
  });

  it('deletes everything, in more than one statement', async () => {
    await harness.pool.query(
      "insert into event_receipt select 'old', n::text, now() - interval '31 days' from generate_series(1, 2500) n",
    );
    await harness.jobs.handlers.delete_old_webhooks();
    const { rowCount } = await harness.pool.query("select 1 from event_receipt where source = 'old'");
    expect(rowCount).toBe(0);
  });
});

function asOwner(text: string) {
  return withClient(harness.instance.databaseUrl, (client) => client.query(text));
}
