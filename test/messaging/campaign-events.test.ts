import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { type ApiAnswer, send } from '../support/api.js';
import { CampaignEventsHarness, REGISTER, sentEvent } from '../support/campaign-events-harness.js';
import { operatorToken } from '../support/operators.js';
import { refusalOf } from '../support/refusal-of.js';
import { WEBHOOK_SENDERS } from '../support/webhook-senders.js';

let harness: CampaignEventsHarness;
let other: CampaignEventsHarness;

beforeAll(async () => {
  harness = await CampaignEventsHarness.open();
  other = await CampaignEventsHarness.at(harness.instance, 'Birch Credit');
  await harness.register('generic', 'autumn');
});
afterAll(() => harness.close());

const codes = (answer: ApiAnswer): readonly string[] =>
  (answer.json.errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code);
const day = (date: string) => new Date(`${date}T00:00:00.000Z`);
const get = (query: string, headers: Readonly<Record<string, string>> = {}) =>
  send(`${harness.instance.baseUrl}/campaign-events${query}`, {
    headers: { authorization: `Bearer ${harness.key}`, workspace_id: harness.workspaceId, ...headers },
  });

describe('GET /campaign-events/', () => {
  let workspace: CampaignEventsHarness;
  const times = [
    '2026-03-01T00:00:00.000Z',
    '2026-03-01T00:00:00.001Z',
    '2026-03-02T10:00:00.000Z',
    '2026-03-03T00:00:00.000Z',
  ];

  beforeAll(async () => {
    workspace = await CampaignEventsHarness.at(harness.instance, 'Cedar Loans');
    await workspace.register('generic', 'spring');
    const types = ['open', 'click', 'bounce', 'unsubscribe'] as const;
    await workspace.deliver(
      times.map((time, n) => sentEvent({ campaign: 'spring', at: new Date(time), type: types[n] ?? 'open' })),
    );
  });
  const occurred = (answer: ApiAnswer) => answer.json.items.map((event: { occurred_at: string }) => event.occurred_at);
  const list = (query: string) =>
    send(`${harness.instance.baseUrl}/campaign-events/?${query}`, {
      headers: { authorization: `Bearer ${workspace.key}`, workspace_id: workspace.workspaceId },
    });

  it('200: latest first, with numbered pages; a slash at the end makes no difference', async () => {
    const whole = await list('');
    expect([whole.status, occurred(whole)]).toEqual([200, times.toReversed()]);
    expect(whole.json.page).toEqual({ page: 1, page_size: 50, total_items: 4, total_pages: 1, next_cursor: null });
    const headers = { authorization: `Bearer ${workspace.key}`, workspace_id: workspace.workspaceId };
    expect((await send(`${harness.instance.baseUrl}/campaign-events`, { headers })).text).toBe(whole.text);
    const second = await list('page=2&page_size=3');
    expect(occurred(second)).toEqual(times.slice(0, 1));
    expect(second.json.page).toEqual({ page: 2, page_size: 3, total_items: 4, total_pages: 2, next_cursor: null });
    const past = await list('page=2147483647&page_size=200');
    expect(past.json).toEqual({
      items: [],
      page: { page: 2_147_483_647, page_size: 200, total_items: 4, total_pages: 1, next_cursor: null },
    });
  });

  it('cursors repeat no event when others arrive during the read; page numbers do', async () => {
    const walked = await CampaignEventsHarness.at(harness.instance, 'Aspen Loans');
    await walked.register('generic', 'winter');
    const at = (n: number) => sentEvent({ campaign: 'winter', at: new Date(Date.UTC(2026, 2, 1, n)), type: 'open' });
    const hours = (answer: ApiAnswer) => occurred(answer).map((time: string) => new Date(time).getUTCHours());
    const page = (query: string) =>
      send(`${harness.instance.baseUrl}/campaign-events/?page_size=2&${query}`, {
        headers: { authorization: `Bearer ${walked.key}`, workspace_id: walked.workspaceId },
      });
    await walked.deliver([at(1), at(2), at(3), at(4), at(5)]);
    const first = await page('event_type=open');
    expect([hours(first), first.json.page.page]).toEqual([[5, 4], 1]);
    await walked.deliver([at(6)]); // arrives while the list is read
    expect(hours(await page('event_type=open&page=2'))).toEqual([4, 3]);
    const cursor = (answer: ApiAnswer) => `event_type=open&cursor=${answer.json.page.next_cursor}`;
    const second = await page(cursor(first));
    const third = await page(cursor(second));
    expect([hours(second), hours(third)]).toEqual([[3, 2], [1]]);
    expect(second.json.page).toMatchObject({ page: 2, page_size: 2, total_items: 6, total_pages: 3 });
    expect(third.json.page).toMatchObject({ page: 3, next_cursor: null });
    // Every page has a cursor, valid only with the same filters.
    expect(hours(await page(cursor(await page('event_type=open&page=2'))))).toEqual([2, 1]);
    const wrong = [`cursor=${first.json.page.next_cursor}`, `${cursor(first)}x`, `${cursor(first)}&page=2`];
    for (const query of wrong) expect((await page(query)).status, query).toBe(422);
  });

  it.each([
    ['date_from=2026-03-01', [1, 2, 3]],
    ['date_to=2026-03-03', [0, 1, 2]],
    ['date_from=2026-03-01&date_to=2026-03-03', [1, 2]],
    ['date_from=2026-03-01&date_to=2026-03-01', []],
    ['date_from=2026-03-01T00:00:00.001Z', [2, 3]],
    ['date_to=2026-03-02T05%3A00%3A00-05:00', [0, 1]],
    ['date_from=2026-02-28&event_type=click', [1]],
    ['event_type=unsubscribe', [3]],
  ])('%s: a date means 00:00 UTC, and both ends are exclusive', async (query, expected) => {
    const answer = await list(query);
    expect([answer.status, occurred(answer)]).toEqual([200, expected.toReversed().map((n) => times[n])]);
    expect(answer.json.page.total_items).toBe(expected.length);
  });

  it.each([
    ['event_type=delivered', 'event_type', 'literal_error'],
    ['event_type=', 'event_type', 'literal_error'],
    ['date_from=yesterday', 'date_from', 'datetime_from_date_parsing'],
    ['date_from=2026-02-30', 'date_from', 'datetime_from_date_parsing'],
    ['date_from=2026-02-28T25:00:00Z', 'date_from', 'datetime_from_date_parsing'],
    ['date_from=0000-01-01T00:00:00Z', 'date_from', 'datetime_from_date_parsing'],
    ['date_to=', 'date_to', 'datetime_from_date_parsing'],
    ['date_from=2026-03-02&date_to=2026-03-01', 'date_to', 'value_error'],
    ['page=0', 'page', 'greater_than_equal'],
    ['page=-1', 'page', 'greater_than_equal'],
    ['page=two', 'page', 'int_parsing'],
    ['page=1.5', 'page', 'int_parsing'],
    ['page=2147483648', 'page', 'less_than_equal'],
    ['page_size=0', 'page_size', 'greater_than_equal'],
    ['page_size=201', 'page_size', 'less_than_equal'],
    ['page_size=', 'page_size', 'int_parsing'],
    ['page=1&page=2', 'page', 'string_type'],
  ])('422 for %s', async (query, field, type) => {
    const { status, json } = await get(`/?${query}`);
    expect([status, json.detail.length, json.detail[0].loc, json.detail[0].type]).toEqual([
      422,
      1,
      ['query', field],
      type,
    ]);
  });

  it('422 without the header workspace_id; every problem at once', async () => {
    const headers = { authorization: `Bearer ${harness.key}` };
    const { status, json } = await send(`${harness.instance.baseUrl}/campaign-events/?page=0`, { headers });
    expect([status, json.detail.map(({ loc, type }: { loc: string[]; type: string }) => [...loc, type])]).toEqual([
      422,
      [
        ['header', 'workspace_id', 'missing'],
        ['query', 'page', 'greater_than_equal'],
      ],
    ]);
  });

  it('404 workspace_not_found, the same bytes, for a foreign, a missing and an impossible workspace', async () => {
    const ids = [other.workspaceId, newId(), 'x', "' or 1=1"];
    const answers = await Promise.all(ids.map((workspace_id) => get('/', { workspace_id })));
    expect(new Set(answers.map(({ text }) => text))).toEqual(
      new Set([JSON.stringify(refusalOf('workspace_not_found'))]),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('accepts keys and tokens; 401 without, 403 without campaign_events:read', async () => {
    expect((await get('/', { authorization: `Bearer ${(await harness.lender.api()).token}` })).status).toBe(200);
    expect((await get('/', { authorization: '' })).status).toBe(401);
    const writer = await harness.lender.key(['campaign_events:write']);
    const denied = await get('/', { authorization: `Bearer ${writer.plaintext}` });
    expect([denied.status, denied.json.detail.error_code]).toEqual([403, 'insufficient_scope']);
  });
});

describe('registerCampaign', () => {
  const register = (fields: Readonly<Record<string, unknown>>) =>
    harness.ask(REGISTER, {
      input: {
        workspaceId: harness.workspaceId,
        name: 'Winter',
        provider: 'generic',
        identifiers: [randomUUID()],
        ...fields,
      },
    });

  it('returns the campaign; reads and lists show it', async () => {
    const identifiers = [`b-${randomUUID()}`, `a-${randomUUID()}`];
    const { registerCampaign: made } = (await register({ provider: 'sendgrid', identifiers })).json.data;
    expect(made).toMatchObject({ workspaceId: harness.workspaceId, name: 'Winter', provider: 'sendgrid' });
    expect(made.identifiers).toEqual(identifiers.toReversed());
    const fields = 'id workspaceId name provider identifiers createdAt';
    expect((await harness.ask(`{ campaign(id: "${made.id}") { ${fields} } }`)).json.data.campaign).toEqual(made);
    const listed = await harness.ask(
      `{ campaigns(workspaceId: "${harness.workspaceId}", limit: 1) { items { ${fields} } page { hasMore } } }`,
    );
    expect(listed.json.data.campaigns).toEqual({ items: [made], page: { hasMore: true } });
    const foreign = await other.ask(`{ campaigns { items { id } } }`);
    expect(foreign.json.data.campaigns.items).toEqual([]);
  });

  it('409 campaign_identifier_taken when another campaign of the organization has it; stores nothing of the rejected one', async () => {
    const [taken, free] = [randomUUID(), randomUUID()];
    await harness.register('generic', taken);
    const refused = await register({ identifiers: [free, taken] });
    expect(refused.json.errors[0].extensions).toMatchObject({
      code: 'campaign_identifier_taken',
      fields: { identifier: taken },
    });
    expect((await register({ identifiers: [free] })).json.errors).toBeUndefined();
    expect((await register({ identifiers: [taken], provider: 'mailgun' })).json.errors).toBeUndefined();
  });

  it('one of eight concurrent registrations of the same identifiers, in any order, succeeds', async () => {
    const identifiers = [randomUUID(), randomUUID(), randomUUID()];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        register({ identifiers: n % 2 === 0 ? identifiers : identifiers.toReversed() }),
      ),
    );
    expect(answers.flatMap(codes)).toEqual(Array(7).fill('campaign_identifier_taken'));
  });

  it.each<[fields: object, expected: string]>([
    [{ name: '' }, 'input.name string_too_short'],
    [{ name: 'x'.repeat(201) }, 'input.name string_too_long'],
    [{ identifiers: [] }, 'input.identifiers too_short'],
    [{ identifiers: [''] }, 'input.identifiers.0 string_too_short'],
    [{ identifiers: Array.from({ length: 51 }, (_, n) => `c${n}`) }, 'input.identifiers too_long'],
    [{ identifiers: ['a\u0000'] }, 'input.identifiers.0 value_error'],
  ])('validation_failed, case %#', async (fields, expected) => {
    const answer = await register({ ...fields });
    const [issue] = answer.json.errors[0].extensions.issues;
    expect(`${issue.loc.join('.')} ${issue.type}`).toBe(expected);
  });

  it('a foreign workspace and a missing one get the same error', async () => {
    const answers = [];
    for (const workspaceId of [other.workspaceId, newId(), 'x']) {
      const [issue] = (await register({ workspaceId })).json.errors[0].extensions.issues;
      answers.push([issue.loc, issue.type, issue.msg]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toEqual([['input', 'workspaceId'], 'value_error', expect.any(String)]);
  });

  it('needs campaign_events:write', async () => {
    const { plaintext } = await harness.lender.key(['campaign_events:read', 'workspace:write']);
    const input = { workspaceId: harness.workspaceId, name: 'x', provider: 'generic', identifiers: [randomUUID()] };
    expect(codes(await harness.ask(REGISTER, { input }, plaintext))).toEqual(['insufficient_scope']);
  });
});

describe('an identifier that another organization has registered first', () => {
  it.each(WEBHOOK_SENDERS)(
    'gets no event from $code that names the other’s workspace, now or later',
    async (sender) => {
      const [taken, later] = [randomUUID(), randomUUID()];
      await other.register(sender.code, taken);
      const send = (campaign: string) => {
        const event = sentEvent({ campaign, workspaceId: harness.workspaceId });
        return harness.post(sender.call([sender.write(event)]));
      };
      for (const campaign of [taken, later]) expect((await send(campaign)).status).toBe(202);
      await harness.settled();
      await other.register(sender.code, later);
      await harness.settled();
      const of = async (who: CampaignEventsHarness) =>
        (await who.events()).filter(({ provider }: { provider: string }) => provider === sender.code).length;
      expect(await of(other)).toBe(0);

      const release = `mutation ($identifier: String!) {
      releaseCampaignIdentifier(provider: ${sender.code}, identifier: $identifier) { workspaceId } }`;
      expect(codes(await harness.ask(release, { identifier: taken }))).toEqual(['campaign_not_found']);
      const operator = await operatorToken(harness.instance.resources, { subject: 'ola', role: 'operator' });
      const released = await harness.ask(release, { identifier: taken }, operator);
      expect(released.json.data.releaseCampaignIdentifier).toEqual({ workspaceId: other.workspaceId });
      expect(codes(await harness.ask(release, { identifier: taken }, operator))).toEqual(['campaign_not_found']);
      const before = await of(harness);
      await harness.register(sender.code, taken);
      await harness.settled();
      expect([await of(harness), await of(other)]).toEqual([before + 1, 0]);
      const { rows } = await harness.pool.query(
        "select actor, action from audit_log where before -> 'identifiers' ? $1 or after -> 'identifiers' ? $1 order by id",
        [taken],
      );
      expect(rows.map(({ action }) => action)).toEqual(['campaign.register', 'campaign.release', 'campaign.register']);
    },
  );

  it('that equals a variable’s value matches nothing; name and value match, after the provider’s own identifiers', async () => {
    const [own, value] = [randomUUID(), randomUUID()];
    const mine = await harness.register('sendgrid', own);
    const declared = await harness.register('sendgrid', 'c-1');
    await other.register('sendgrid', value, `language=${value}`, 'c-2');
    const [sendgrid] = WEBHOOK_SENDERS;
    if (sendgrid === undefined) throw new Error('no SendGrid');
    const event = (fields: object) => ({ ...sendgrid.write(sentEvent({ campaign: 'unknown' })), ...fields });
    const events = [
      event({ language: value, category: [own], campaign: 'c-2' }),
      event({ translated_from: value, campaign_id: 'c-1' }),
      event({ translated_from: value }),
      event({ language: value, workspace_id: 'of-their-own' }),
    ];
    expect((await harness.post(sendgrid.call(events))).status).toBe(202);
    await harness.settled();
    const { rows } = await harness.pool.query(
      `select campaign_id = $1 as mine, campaign_id = $2 as declared, organization_id = $4 as other from campaign_event
        where provider_message_id = any($3) order by array_position($3, provider_message_id)`,
      [mine, declared, events.map((sent) => Reflect.get(sent, 'sg_message_id')), other.lender.organizationId],
    );
    expect(rows).toEqual([
      { mine: true, declared: false, other: false },
      { mine: false, declared: true, other: false },
      { mine: false, declared: false, other: true },
    ]);
  });

  it('only operators can register Postmark’s default streams, which any message may carry', async () => {
    const input = {
      workspaceId: harness.workspaceId,
      name: 'All',
      provider: 'postmark',
      identifiers: ['x', 'outbound'],
    };
    const [issue] = (await harness.ask(REGISTER, { input })).json.errors[0].extensions.issues;
    expect([issue.loc, issue.type]).toEqual([['input', 'identifiers', '1'], 'value_error']);
    const operator = await operatorToken(harness.instance.resources, { subject: 'ola', role: 'operator' });
    expect(codes(await harness.ask(REGISTER, { input }, operator))).toEqual([]);
  });
});

describe('updateCampaign', () => {
  const UPDATE = `mutation ($id: ID!, $input: UpdateCampaignInput!) {
    updateCampaign(id: $id, input: $input) { id name identifiers } }`;

  it('changes name, identifiers or both; matches waiting events of a new identifier; is audited', async () => {
    const [old, kept, added] = [randomUUID(), randomUUID(), randomUUID()].sort();
    const id = await harness.register('generic', old ?? '', kept ?? '');
    await harness.deliver([sentEvent({ campaign: added ?? '' })]);
    const operator = await operatorToken(harness.instance.resources, { subject: 'ola', role: 'operator' });
    const update = async (input: object) =>
      (await harness.ask(UPDATE, { id, input }, operator)).json.data.updateCampaign;
    expect(await update({})).toEqual({ id, name: 'Autumn', identifiers: [old, kept] });
    expect(await update({ name: 'Fall' })).toEqual({ id, name: 'Fall', identifiers: [old, kept] });
    expect(await update({ identifiers: [added, kept, kept] })).toEqual({
      id,
      name: 'Fall',
      identifiers: [kept, added],
    });
    await harness.settled();
    const { rowCount } = await harness.pool.query('select 1 from campaign_event where campaign_id = $1', [id]);
    expect(rowCount).toBe(1);
    await other.register('generic', old ?? '');
    const { rows } = await harness.pool.query(
      "select after from audit_log where action = 'campaign.update' and subject = $1 order by id desc limit 1",
      [id],
    );
    expect(rows).toEqual([{ after: { name: 'Fall', identifiers: [kept, added] } }]);
  });

  it('rejects taken, invalid, shared and foreign identifiers without any change', async () => {
    const [own, taken] = [randomUUID(), randomUUID()];
    const id = await harness.register('postmark', own);
    await harness.register('postmark', taken);
    const refused = async (input: object, who = harness) => codes(await who.ask(UPDATE, { id, input }));
    expect(await refused({ name: 'x', identifiers: [taken] })).toEqual(['campaign_identifier_taken']);
    for (const input of [{ name: '' }, { identifiers: [] }, { identifiers: ['broadcast'] }]) {
      expect(await refused(input)).toEqual(['validation_failed']);
    }
    expect(await refused({ name: 'x' }, other)).toEqual(['campaign_not_found']);
    const { plaintext } = await harness.lender.key(['campaign_events:read']);
    expect(codes(await harness.ask(UPDATE, { id, input: {} }, plaintext))).toEqual(['insufficient_scope']);
    const { json } = await harness.ask(`{ campaign(id: "${id}") { name identifiers } }`);
    expect(json.data.campaign).toEqual({ name: 'Autumn', identifiers: [own] });
  });

  it('an owner releases its own identifier, so that another organization can register it', async () => {
    const identifier = randomUUID();
    await harness.register('generic', identifier);
    const release = `mutation { releaseCampaignIdentifier(provider: generic, identifier: "${identifier}") { identifiers } }`;
    expect(codes(await other.ask(release))).toEqual(['campaign_not_found']);
    expect((await harness.ask(release)).json.data.releaseCampaignIdentifier).toEqual({ identifiers: [] });
    await other.register('generic', identifier);
  });
});

describe('an event with several identifiers', () => {
  it('belongs to the campaign of the most specific one', async () => {
    const [single, category] = [randomUUID(), randomUUID()];
    const general = await harness.register('sendgrid', category);
    const specific = await harness.register('sendgrid', single);
    const sendgrid = (id: string, fields: object) => ({
      sg_event_id: id,
      event: 'open',
      email: 'a@example.com',
      timestamp: 1_768_000_000,
      ...fields,
    });
    const events = [
      sendgrid(randomUUID(), { category: [category], singlesend_id: single }),
      sendgrid(randomUUID(), { category: ['other', category], singlesend_id: 'unknown' }),
    ];
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${harness.key}` };
    expect((await harness.post({ headers, body: JSON.stringify(events) })).status).toBe(202);
    await harness.settled();
    const { rows } = await harness.pool.query('select campaign_id from campaign_event where campaign_id = any($1)', [
      [general, specific],
    ]);
    expect(rows.map(({ campaign_id }) => campaign_id).sort()).toEqual([general, specific].sort());
  });
});

describe('suppression', () => {
  const CHECK =
    'query ($workspaceId: ID!, $address: String!) { isSuppressed(workspaceId: $workspaceId, address: $address) { isSuppressed reason address } }';
  const REMOVE =
    'mutation ($workspaceId: ID!, $address: String!) { removeSuppression(workspaceId: $workspaceId, address: $address) { isSuppressed } }';
  const LIST =
    'query ($workspaceId: ID!, $limit: Int, $cursor: String) { suppressions(workspaceId: $workspaceId, limit: $limit, cursor: $cursor) { items { address reason } page { nextCursor } } }';
  const reasonOf = async (address: string) =>
    (await harness.ask(CHECK, { workspaceId: harness.workspaceId, address })).json.data.isSuppressed.reason;
  const soft = (recipient: string, at: Date) => sentEvent({ type: 'bounce', bounceType: 'soft', recipient, at });
  const address = () => `${randomUUID()}@example.com`;

  it('suppresses hard bounces and unsubscribes at once, ignoring case; never opens, clicks and machines', async () => {
    const [hard, gone, reader] = [address(), address(), address()];
    await harness.deliver([
      sentEvent({ type: 'bounce', bounceType: 'hard', recipient: hard.toUpperCase() }),
      sentEvent({ type: 'unsubscribe', recipient: gone }),
      ...Array.from({ length: 5 }, () => sentEvent({ type: 'click', recipient: reader })),
      ...Array.from({ length: 5 }, () => sentEvent({ type: 'open', isMachine: true, recipient: reader })),
    ]);
    expect([await reasonOf(hard), await reasonOf(gone.toUpperCase()), await reasonOf(reader)]).toEqual([
      'hard_bounce',
      'unsubscribe',
      null,
    ]);
  });

  it.each(WEBHOOK_SENDERS)(
    'suppresses a complaint to $code at once; it is not an event, and outranks earlier reasons',
    async (sender) => {
      const maple = await CampaignEventsHarness.at(harness.instance, `Maple ${sender.code}`);
      const [known, later] = [randomUUID(), randomUUID()];
      const campaignId = await maple.register(sender.code, known);
      const [recipient, another] = [address(), address()];
      const send = async (type: 'complaint' | 'unsubscribe', to: string, campaign = known) => {
        const call = sender.call([sender.write(sentEvent({ type, recipient: to, campaign }))]);
        expect((await maple.post(call)).status).toBe(202);
        await maple.settled();
      };
      const reasons = async () => {
        const { items } = (await maple.ask(LIST, { workspaceId: maple.workspaceId })).json.data.suppressions;
        return Object.fromEntries(
          items.map((item: { address: string; reason: string }) => [item.address, item.reason]),
        );
      };
      for (const type of ['unsubscribe', 'complaint', 'unsubscribe'] as const) await send(type, recipient);
      await send('complaint', another, later);
      expect(await reasons()).toEqual({ [recipient]: 'complaint' });
      await maple.register(sender.code, later);
      await maple.settled();
      expect(await reasons()).toEqual({ [recipient]: 'complaint', [another]: 'complaint' });
      expect((await maple.events()).map(({ event_type }) => event_type)).toEqual(['unsubscribe', 'unsubscribe']);
      const counts = await maple.ask(`{ campaignStats(campaignId: "${campaignId}") { counts { events } } }`);
      expect(counts.json.data.campaignStats.counts.map(({ events }: { events: number }) => events)).toEqual([
        0, 0, 0, 2,
      ]);
    },
  );

  it.each<[what: string, days: readonly string[], expected: string | null]>([
    ['two soft bounces', ['2026-01-01', '2026-01-02'], null],
    ['three in seven days', ['2026-01-01', '2026-01-04', '2026-01-08'], 'soft_bounces'],
    ['three in eight days', ['2026-01-01', '2026-01-04', '2026-01-09'], null],
    ['three in seven days, the last ones first', ['2026-01-08', '2026-01-07', '2026-01-02'], 'soft_bounces'],
    ['the middle one arrives last', ['2026-01-01', '2026-01-07', '2026-01-04'], 'soft_bounces'],
    ['four, the last three close together', ['2025-12-01', '2026-01-01', '2026-01-02', '2026-01-03'], 'soft_bounces'],
  ])('%s: %j', async (_, days, expected) => {
    const [apart, together] = [address(), address()];
    for (const date of days) await harness.deliver([soft(apart, day(date))]);
    await harness.deliver(days.map((date) => soft(together, day(date))));
    expect([await reasonOf(apart), await reasonOf(together)]).toEqual([expected, expected]);
  });

  it('counts repeated soft bounces of a message once; three messages count as three, in any order', async () => {
    const [one, two, three] = [address(), address(), address()];
    const again = (to: string, message: string, date: string) => ({ ...soft(to, day(date)), message });
    for (const [recipient, messages] of [
      [one, 'aaaaaa'],
      [two, 'abaabb'],
      [three, 'abaabc'],
    ] as const) {
      const bounces = [...messages].map((message, n) => again(recipient, message, `2026-01-0${n + 1}`));
      for (const event of bounces.toReversed()) await harness.deliver([event]);
    }
    expect([await reasonOf(one), await reasonOf(two), await reasonOf(three)]).toEqual([null, null, 'soft_bounces']);
  });

  it('suppresses a removed address again after three later soft bounces, not after one', async () => {
    const recipient = address();
    const before = ['2026-01-01', '2026-01-02', '2026-01-03'].map((date) => soft(recipient, day(date)));
    await harness.deliver(before);
    expect(await reasonOf(recipient)).toBe('soft_bounces');
    await harness.ask(REMOVE, { workspaceId: harness.workspaceId, address: recipient });
    await harness.pool.query('update suppression_removal set removed_at = $1 where address = $2', [
      day('2026-01-04'),
      recipient,
    ]);
    await harness.deliver([soft(recipient, day('2026-01-03')), soft(recipient, day('2026-01-05'))]);
    await harness.deliver([soft(recipient, day('2026-01-06'))]);
    expect(await reasonOf(recipient)).toBeNull();
    await harness.deliver([soft(recipient, day('2026-01-07'))]);
    expect(await reasonOf(recipient)).toBe('soft_bounces');
  });

  it('a higher-ranked reason replaces a lower one, within a call and across calls', async () => {
    const [apart, backwards, together] = [address(), address(), address()];
    const rising = (recipient: string) => [
      [...'123'].map((date) => soft(recipient, day(`2026-01-0${date}`))),
      [sentEvent({ type: 'bounce', bounceType: 'hard', recipient })],
      [sentEvent({ type: 'unsubscribe', recipient })],
      [sentEvent({ type: 'complaint', recipient })],
    ];
    const reasons = [];
    for (const events of rising(apart)) {
      await harness.deliver(events);
      reasons.push(await reasonOf(apart));
    }
    expect(reasons).toEqual(['soft_bounces', 'hard_bounce', 'unsubscribe', 'complaint']);
    for (const events of rising(backwards).toReversed()) await harness.deliver(events);
    await harness.deliver(rising(together).slice(0, 3).flat());
    expect([await reasonOf(backwards), await reasonOf(together)]).toEqual(['complaint', 'unsubscribe']);
  });

  it('handles a burst of thousands of soft bounces, of one address and of one address each', async () => {
    const [recipient, name] = [address(), randomUUID()];
    const campaign = await harness.register('generic', name);
    const bounce = (n: number, to: string) => ({ ...soft(to, new Date(1_768_000_000_000 + n)), campaign: name });
    const ofOne = Array.from({ length: 5_000 }, (_, n) => ({ ...bounce(n, recipient), message: 'one' }));
    const ofMany = Array.from({ length: 5_000 }, (_, n) => bounce(n, `${n}-${recipient}`));
    await Promise.all([harness.deliver(ofOne), harness.deliver(ofMany)]);
    const { rows } = await harness.pool.query('select count(*)::int as n from campaign_event where campaign_id = $1', [
      campaign,
    ]);
    expect(rows).toEqual([{ n: 10_000 }]);
    const found = await harness.pool.query("select 1 from suppression where address like '%' || $1", [recipient]);
    expect(found.rowCount).toBe(0);
  });

  it('counts the same soft bounce, received three times, once', async () => {
    const event = soft(address(), day('2026-01-01'));
    for (let times = 0; times < 3; times += 1) await harness.deliver([event, event]);
    expect(await reasonOf(event.recipient)).toBeNull();
  });

  it('suppresses an address with three soft bounces in three concurrent calls', async () => {
    for (let round = 0; round < 10; round += 1) {
      const recipient = address();
      await Promise.all(['01', '02', '03'].map((date) => harness.deliver([soft(recipient, day(`2026-02-${date}`))])));
      expect(await reasonOf(recipient)).toBe('soft_bounces');
    }
  });

  it('belongs to one workspace; is listed newest first, page by page; can be removed, with an audit entry; can be added again', async () => {
    const maple = await CampaignEventsHarness.at(harness.instance, 'Maple Finance');
    const name = randomUUID();
    await maple.register('generic', name);
    const addresses = [address(), address(), address()];
    for (const recipient of addresses)
      await maple.deliver([sentEvent({ type: 'unsubscribe', recipient, campaign: name })]);
    expect(await reasonOf(addresses[0] ?? '')).toBeNull();
    const walked = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { items, page } = (await maple.ask(LIST, { workspaceId: maple.workspaceId, limit: 1, cursor })).json.data
        .suppressions;
      walked.push(...items.map((item: { address: string }) => item.address));
      cursor = page.nextCursor;
    }
    expect(walked).toEqual(addresses.toReversed());

    const removed = { workspaceId: maple.workspaceId, address: addresses[1]?.toUpperCase() };
    for (let times = 0; times < 2; times += 1) {
      expect((await maple.ask(REMOVE, removed)).json.data.removeSuppression).toEqual({ isSuppressed: false });
    }
    const left = (await maple.ask(LIST, { workspaceId: maple.workspaceId })).json.data.suppressions.items;
    expect(left.map((item: { address: string }) => item.address)).toEqual([addresses[2], addresses[0]]);
    const audit = await maple.pool.query(
      "select before from audit_log where action = 'suppression.remove' and subject = $1",
      [maple.workspaceId],
    );
    // The entry has a digest of the address, not the address itself.
    const before = {
      workspace_id: maple.workspaceId,
      cause: 'unsubscribe',
      address: expect.not.stringContaining('@'),
    };
    expect(audit.rows).toMatchObject([{ before }]);
    await maple.deliver([sentEvent({ type: 'unsubscribe', recipient: addresses[1] ?? '', campaign: name })]);
    expect((await maple.ask(CHECK, removed)).json.data.isSuppressed.isSuppressed).toBe(true);
  });

  it('workspace_not_found for a foreign workspace and a missing one; removing needs campaign_events:write', async () => {
    for (const question of [CHECK, REMOVE, LIST]) {
      const answers = [];
      for (const workspaceId of [other.workspaceId, newId(), 'x']) {
        const variables = question === LIST ? { workspaceId } : { workspaceId, address: 'a@b' };
        answers.push((await harness.ask(question, variables)).text);
      }
      expect(new Set(answers).size).toBe(1);
      expect(answers[0]).toContain('workspace_not_found');
    }
    const { plaintext } = await harness.lender.key(['campaign_events:read']);
    const variables = { workspaceId: harness.workspaceId, address: 'a@b' };
    expect(codes(await harness.ask(REMOVE, variables, plaintext))).toEqual(['insufficient_scope']);
    expect(codes(await harness.ask(CHECK, variables, plaintext))).toEqual([]);
  });
});

describe('campaignStats', () => {
  it('counts events and addresses by type, machines separately; campaign_not_found for a foreign one', async () => {
    const name = randomUUID();
    const id = await harness.register('generic', name);
    const of = (recipient: string, fields: object = {}) => sentEvent({ campaign: name, recipient, ...fields });
    await harness.deliver([
      of('a@example.com'),
      of('A@example.com'),
      of('b@example.com'),
      of('b@example.com', { isMachine: true }),
      of('c@example.com', { isMachine: true }),
      of('a@example.com', { type: 'click' }),
      of('d@example.com', { type: 'bounce', bounceType: 'soft' }),
    ]);
    const question = `query ($id: ID!) { campaignStats(campaignId: $id) {
      campaignId counts { eventType events uniqueRecipients machineEvents machineUniqueRecipients } } }`;
    const count = (eventType: string, events: number, uniqueRecipients: number, machineEvents = 0) => {
      return { eventType, events, uniqueRecipients, machineEvents, machineUniqueRecipients: machineEvents };
    };
    expect((await harness.ask(question, { id })).json.data.campaignStats).toEqual({
      campaignId: id,
      counts: [count('open', 3, 2, 2), count('click', 1, 1), count('bounce', 1, 1), count('unsubscribe', 0, 0)],
    });
    const foreign = await other.ask(question, { id });
    expect(codes(foreign)).toEqual(['campaign_not_found']);
    expect((await other.ask(question, { id: newId() })).text).toBe(foreign.text);
    expect((await other.ask(`{ campaign(id: "${id}") { id } }`)).text).toContain('campaign_not_found');
  });
});

describe('campaignEvents over GraphQL', () => {
  const ask = (args: string) =>
    harness.ask(`{ campaignEvents(workspaceId: "${harness.workspaceId}"${args}) { page { page pageSize } } }`);

  it.each([
    ', page: 0',
    ', pageSize: 201',
    ', after: "2026-99-99T00:00:00Z"',
    ', pageSize: -1',
    ', after: "2026-02-02T00:00:00Z", before: "2026-02-01T00:00:00Z"',
  ])('validation_failed for%s, as in REST', async (args) =>
    expect(codes(await ask(args))).toEqual(['validation_failed']),
  );

  it('defaults to the first page of 50', async () => {
    expect((await ask('')).json.data.campaignEvents.page).toEqual({ page: 1, pageSize: 50 });
  });
});
