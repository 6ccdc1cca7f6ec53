import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiAnswer, send } from '../support/api.js';
import { CampaignEventsHarness, sentEvent } from '../support/campaign-events-harness.js';
import { lenderWebhookAddress } from '../support/lender-webhook-address.js';
import { operatorToken } from '../support/operators.js';
import { refusalOf } from '../support/refusal-of.js';
import { WEBHOOK_SENDERS } from '../support/webhook-senders.js';

let harness: CampaignEventsHarness;
let other: CampaignEventsHarness;
let operator: string;

beforeAll(async () => {
  harness = await CampaignEventsHarness.open();
  other = await CampaignEventsHarness.at(harness.instance, 'Birch Credit');
  operator = await operatorToken(harness.instance.resources, { subject: 'ola', role: 'operator' });
});
afterAll(() => harness.close());

const ADDRESSES = '/campaign-events/webhook-addresses/';
const asked = (path: string, init: { method?: string; body?: object } = {}, bearer = harness.key): Promise<ApiAnswer> =>
  send(`${harness.instance.baseUrl}${path}`, {
    method: init.method ?? 'GET',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
  });
const create = (fields: object) =>
  asked(ADDRESSES, {
    method: 'POST',
    body: { organization_id: harness.lender.organizationId, provider: 'generic', name: 'n', ...fields },
  });
const campaignsOf = async (who: CampaignEventsHarness, recipient: string): Promise<number> => {
  const { rows } = await harness.pool.query(
    'select 1 from campaign_event where organization_id = $1 and recipient = $2',
    [who.lender.organizationId, recipient],
  );
  return rows.length;
};
const suppressed = async (who: CampaignEventsHarness, recipient: string): Promise<boolean> => {
  const { rows } = await harness.pool.query('select 1 from suppression where organization_id = $1 and address = $2', [
    who.lender.organizationId,
    recipient,
  ]);
  return rows.length > 0;
};
const codes = (answer: ApiAnswer): readonly string[] =>
  (answer.json.errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code);

describe('POST /campaign-events/webhook/{an organization’s own address}', () => {
  it.each(WEBHOOK_SENDERS)(
    '$code: with its signature, two lenders with the same identifier get only their own events and suppressions',
    async ({ code }) => {
      const [identifier, mine, theirs] = [randomUUID(), `${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
      await harness.registerAs(harness.key, code, identifier);
      await other.registerAs(other.key, code, identifier);
      const [own, foreign] = [await lenderWebhookAddress(harness, code), await lenderWebhookAddress(other, code)];
      const unsubscribed = (recipient: string) => sentEvent({ type: 'unsubscribe', campaign: identifier, recipient });
      expect((await harness.post(own.call(unsubscribed(mine)), own.path)).status).toBe(200);
      expect((await other.post(foreign.call(unsubscribed(theirs)), foreign.path)).status).toBe(200);
      await harness.settled();
      expect([await campaignsOf(harness, mine), await campaignsOf(other, mine)]).toEqual([1, 0]);
      expect([await campaignsOf(harness, theirs), await campaignsOf(other, theirs)]).toEqual([0, 1]);
      expect([await suppressed(harness, mine), await suppressed(other, mine)]).toEqual([true, false]);
      expect([await suppressed(harness, theirs), await suppressed(other, theirs)]).toEqual([false, true]);
    },
  );

  it.each(WEBHOOK_SENDERS)(
    '$code: unknown, revoked, foreign and unsigned calls get the same bytes, with or without a token',
    async ({ code, call, write }) => {
      const [own, ended, foreign] = [
        await lenderWebhookAddress(harness, code),
        await lenderWebhookAddress(harness, code),
        await lenderWebhookAddress(other, code),
      ];
      expect((await asked(`${ADDRESSES}${ended.id}`, { method: 'DELETE' })).status).toBe(204);
      expect((await asked(`${ADDRESSES}${ended.id}`, { method: 'DELETE' })).status).toBe(204);
      const event = sentEvent({ campaign: randomUUID() });
      const unknown = `/campaign-events/webhook/${randomBytes(32).toString('base64url')}`;
      const unsigned = { headers: { 'content-type': 'application/json' }, body: JSON.stringify([write(event)]) };
      const vouched = { ...unsigned, headers: { ...unsigned.headers, authorization: `Bearer ${harness.key}` } };
      const answers = [
        await harness.post(own.call(event), unknown),
        await harness.post(ended.call(event), ended.path),
        await harness.post(foreign.call(event), own.path),
        await harness.post(call([write(event)]), own.path),
        await harness.post(unsigned, own.path),
        await harness.post(vouched, own.path),
        await harness.post(unsigned, unknown),
      ];
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
        new Set([`401 ${JSON.stringify(refusalOf('invalid_signature'))}`]),
      );
      expect((await harness.post(own.call(event), own.path)).status).toBe(200);
    },
  );

  it('Mailgun: 406 for an unreadable body signed for the address, 401 for one not signed for it', async () => {
    const own = await lenderWebhookAddress(harness, 'mailgun');
    const { headers, body } = own.call(sentEvent());
    const unreadable = { headers, body: JSON.stringify({ ...JSON.parse(body), 'event-data': null }) };
    const answer = await harness.post(unreadable, own.path);
    expect([answer.status, answer.json]).toEqual([406, refusalOf('webhook_rejected', { reason: 'malformed_body' })]);
    const strangers = [
      { headers, body: '{"signature":' },
      { headers, body: JSON.stringify({ signature: 'none', 'event-data': {} }) },
    ];
    for (const stranger of strangers) {
      const refused = await harness.post(stranger, own.path);
      expect([refused.status, refused.json]).toEqual([401, refusalOf('invalid_signature')]);
    }
  });

  it('a path in another format is not an operation', async () => {
    const event = sentEvent();
    const own = await lenderWebhookAddress(harness, 'generic');
    for (const path of [own.path.slice(0, -1), `${own.path}x`, '/campaign-events/webhook/pigeon'])
      expect((await harness.post(own.call(event), path)).status).toBe(404);
  });

  it('the same call twice is one event; another organization’s receipt of the same id does not affect it', async () => {
    const [identifier, recipient] = [randomUUID(), `${randomUUID()}@example.com`];
    for (const who of [harness, other]) await who.registerAs(who.key, 'generic', identifier);
    const [own, foreign] = [
      await lenderWebhookAddress(harness, 'generic'),
      await lenderWebhookAddress(other, 'generic'),
    ];
    const event = sentEvent({ campaign: identifier, recipient });
    for (const address of [foreign, own, own])
      expect((await harness.post(address.call(event), address.path)).status).toBe(200);
    await harness.settled();
    expect([await campaignsOf(harness, recipient), await campaignsOf(other, recipient)]).toEqual([1, 1]);
  });
});

describe('/campaign-events/webhook-addresses/', () => {
  it('a secret is returned once; the list shows none, newest first', async () => {
    const made = await create({ provider: 'postmark' });
    expect(made.json).toMatchObject({ username: 'tributary', secret: expect.stringMatching(/^.{43}$/) });
    const listed = await asked(`${ADDRESSES}?limit=1`);
    expect(listed.json.items).toEqual([made.json.address]);
    expect(listed.text).not.toContain(made.json.secret);
    const { rows } = await harness.pool.query('select a::text as row from webhook_address a where id = $1', [
      made.json.address.id,
    ]);
    expect(rows[0].row).not.toContain(made.json.secret);
  });

  it('a secret that must be read back is stored sealed, and deleted when the address is revoked', async () => {
    const made = await create({});
    const kept = async () =>
      (await harness.pool.query('select sealed_secret from webhook_address where id = $1', [made.json.address.id]))
        .rows[0].sealed_secret;
    expect(await kept()).toMatch(/^v1\./);
    expect(await kept()).not.toContain(made.json.secret.slice('whsec_'.length, 20));
    await asked(`${ADDRESSES}${made.json.address.id}`, { method: 'DELETE' });
    expect(await kept()).toBeNull();
  });

  it.each<[fields: object, expected: readonly string[]]>([
    [{ provider: 'sendgrid' }, ['public_key']],
    [{ provider: 'mailgun', public_key: 'x' }, ['public_key']],
    [{ provider: 'mailgun', name: '' }, ['name']],
    [{ provider: 'generic', signing_key: '0123456789' }, ['signing_key']],
    [{ provider: 'pigeon', name: '' }, ['name', 'provider']],
  ])('422 for %j', async (fields, expected) => {
    const { status, json } = await create(fields);
    const located = json.detail.map(({ loc }: { loc: string[] }) => loc.at(-1));
    expect([status, [...new Set(located)].sort()]).toEqual([422, expect.arrayContaining([...expected])]);
  });

  it('403 for another organization, and without campaign_events:write', async () => {
    const foreign = await create({ organization_id: other.lender.organizationId });
    expect([foreign.status, foreign.json]).toEqual([403, refusalOf('organization_out_of_scope')]);
    const reader = await harness.lender.key(['campaign_events:read']);
    const denied = await asked(ADDRESSES, { method: 'POST', body: {} }, reader.plaintext);
    expect([denied.status, denied.json.detail.error_code]).toEqual([403, 'insufficient_scope']);
  });
});

describe('the shared address', () => {
  const [generic] = WEBHOOK_SENDERS.filter(({ code }) => code === 'generic');
  const send = async (campaign: string, recipient: string) => {
    if (generic === undefined) throw new Error('no generic sender');
    const event = generic.write(sentEvent({ type: 'unsubscribe', campaign, recipient }));
    expect((await harness.post(generic.call([event]))).status).toBe(202);
    await harness.settled();
  };
  const exceptions = async (identifier: string) => {
    const { rows } = await harness.pool.query(
      `select organization_id, resolved_at is not null as resolved from operator_exception
        where kind = 'campaign_identifier_unapproved' and subject_id = $1 order by organization_id`,
      [`generic:${identifier}`],
    );
    return rows;
  };
  const approve = (organizationId: string, identifier: string, bearer = operator) =>
    harness.ask(
      `mutation ($organizationId: ID!, $identifier: String!) { approveCampaignIdentifier(
         organizationId: $organizationId, provider: generic, identifier: $identifier) { unapprovedIdentifiers } }`,
      { organizationId, identifier },
      bearer,
    );
  const recipient = () => `${randomUUID()}@example.com`;

  it('a key that registers an identifier assigned to another organization gets no events, and takes none from it', async () => {
    const [identifier, to] = [randomUUID(), recipient()];
    await harness.register('generic', identifier);
    await other.registerAs(other.key, 'generic', identifier);
    await send(identifier, to);
    expect([await campaignsOf(harness, to), await campaignsOf(other, to)]).toEqual([1, 0]);
    expect([await suppressed(harness, to), await suppressed(other, to)]).toEqual([true, false]);
    expect(await exceptions(identifier)).toEqual([]);
  });

  it('an identifier of two organizations matches neither, waits for operators, and then goes to the approved one', async () => {
    const [identifier, to] = [randomUUID(), recipient()];
    for (const who of [harness, other]) await who.registerAs(who.key, 'generic', identifier);
    await send(identifier, to);
    await send(identifier, recipient());
    expect([await campaignsOf(harness, to), await campaignsOf(other, to)]).toEqual([0, 0]);
    const both = [harness, other].map((who) => who.lender.organizationId).sort();
    expect(await exceptions(identifier)).toEqual(both.map((organization_id) => ({ organization_id, resolved: false })));
    await harness.jobs.handlers.match_overdue(); // ends, although the events stay

    expect(codes(await approve(other.lender.organizationId, identifier, harness.key))).toEqual(['insufficient_scope']);
    expect(codes(await approve(randomUUID(), identifier))).toEqual(['campaign_not_found']);
    const approved = await approve(other.lender.organizationId, identifier);
    expect(approved.json.data.approveCampaignIdentifier).toEqual({ unapprovedIdentifiers: [] });
    await harness.settled();
    expect([await campaignsOf(harness, to), await campaignsOf(other, to)]).toEqual([0, 1]);
    expect([await suppressed(harness, to), await suppressed(other, to)]).toEqual([false, true]);
    expect((await exceptions(identifier)).every(({ resolved }) => resolved)).toBe(true);

    const later = recipient();
    await approve(harness.lender.organizationId, identifier); // it was the other one’s after all
    await send(identifier, later);
    expect([await campaignsOf(harness, later), await campaignsOf(other, later)]).toEqual([1, 0]);
  });

  it('a key of one organization matches everything that the organization has registered', async () => {
    const [identifier, to] = [randomUUID(), recipient()];
    await harness.registerAs(harness.key, 'generic', identifier);
    if (generic === undefined) throw new Error('no generic sender');
    const body = JSON.stringify([generic.write(sentEvent({ campaign: identifier, recipient: to }))]);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${harness.key}` };
    expect((await harness.post({ headers, body })).status).toBe(202);
    await harness.settled();
    expect(await campaignsOf(harness, to)).toBe(1);
  });

  it('an operator cannot register an identifier approved for another organization; to release one of several, the organization is required', async () => {
    const identifier = randomUUID();
    await harness.register('generic', identifier);
    await expect(other.register('generic', identifier)).rejects.toThrow('campaign_identifier_taken');
    await other.registerAs(other.key, 'generic', identifier);
    const release = (named: string) =>
      harness.ask(
        `mutation { releaseCampaignIdentifier(provider: generic, identifier: "${identifier}" ${named}) { organizationId } }`,
        {},
        operator,
      );
    expect(codes(await release(''))).toEqual(['validation_failed']);
    const { organizationId } = other.lender;
    const released = await release(`, organizationId: "${organizationId}"`);
    expect(released.json.data.releaseCampaignIdentifier).toEqual({ organizationId });
    expect(codes(await release(''))).toEqual([]);
  });
});

describe('with a single organization', () => {
  it('a key’s own registration matches; from the second organization’s registration on neither does, until an operator decides', async () => {
    const only = await CampaignEventsHarness.open();
    try {
      const [identifier, first] = [randomUUID(), `${randomUUID()}@example.com`];
      const campaign = await only.registerAs(only.key, 'generic', identifier);
      await only.deliver([sentEvent({ campaign: identifier, recipient: first })]);
      const counted = async () =>
        (await only.pool.query('select 1 from campaign_event where campaign_id = $1', [campaign])).rowCount;
      expect(await counted()).toBe(1);
      const second = await CampaignEventsHarness.at(only.instance, 'Birch Credit');
      await only.deliver([sentEvent({ campaign: identifier, recipient: first })]);
      expect(await counted()).toBe(2);
      await second.registerAs(second.key, 'generic', identifier);
      await only.deliver([sentEvent({ campaign: identifier, recipient: first })]);
      expect(await counted()).toBe(2);
    } finally {
      await only.close();
    }
  });
});
