import { parseCrontab } from 'graphile-worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownText } from '../../core/contract/stored-text.js';
import { withClient } from '../../core/db/with-client.js';
import { startWorker } from '../../core/jobs/worker.js';
import { ANONYMOUS } from '../../core/principal/principal.js';
import { subgraphsSource } from '../../runtime/assembly/subgraphs-source.js';
import { CRONTAB } from '../../runtime/assembly/worker-jobs.js';
import { matchWaitingEvents } from '../../subgraphs/messaging/email/campaign/enter-events-that-waited-for-campaign.js';
import { enter } from '../../subgraphs/messaging/provider-events/campaign-event/enter-events.js';
import { WebhookAcceptor } from '../../subgraphs/messaging/provider-events/webhook-call/accept-webhook.js';
import { BatchProcessor } from '../../subgraphs/messaging/provider-events/webhook-call/process-stored-calls.js';
import { proveAcceptedEvents } from '../support/accepted-events-proof.js';
import { CampaignEventsHarness, sentEvent } from '../support/campaign-events-harness.js';
import { KillableDatabase, Killed } from '../support/killable-worker.js';
import { GENERIC_SENDER } from '../support/webhook-senders.js';

let harness: CampaignEventsHarness;

beforeAll(async () => {
  harness = await CampaignEventsHarness.open({ worker: false });
});
afterAll(() => harness.close());

/** A share of `npm run bench -- campaign-events-proof`. */
describe('POST /campaign-events/webhook, SIGKILL right after 202', () => {
  it.each([
    ['the process that accepts and processes webhooks', 3, 4, 'webhooks'],
    ['the whole product', 1, 2, 'product'],
  ] as const)(
    '%s, %i in parallel, each killed %i times: every accepted event is stored exactly once',
    async (_, sideBySide, kills, of) => {
      expect(await proveAcceptedEvents({ harness, of, sideBySide, kills })).toBeGreaterThanOrEqual(sideBySide * kills);
    },
    400_000,
  );
});

/** Runs a job in workers that die at their first step, their second, …, until one completes. */
async function dyingAtEveryMoment(work: (db: KillableDatabase) => Promise<unknown>): Promise<number> {
  for (let at = 1; at < 200; at += 1) {
    let left = at;
    const db = new KillableDatabase(harness.instance.resources.pool, () => {
      left -= 1;
      if (left <= 0) throw new Killed();
    });
    const ended = await work(db).then(
      () => true,
      () => false,
    );
    if (ended && left > 0) return at;
  }
  throw new Error('no worker completed the job');
}

describe('a webhook worker that dies at every step', () => {
  const source = (db: KillableDatabase) => ({ ...subgraphsSource(harness.instance.resources), db });
  const countOf = async (campaign: string) =>
    (
      await harness.pool.query(
        'select count(*)::int as n, count(distinct provider_message_id)::int as ids from campaign_event where campaign_id = $1',
        [campaign],
      )
    ).rows[0];

  it('processing events of a campaign, of none yet, and soft bounces: each is stored once', async () => {
    const campaign = await harness.register('generic', 'dying');
    const events = [
      ...Array.from({ length: 20 }, () => sentEvent({ campaign: 'dying' })),
      ...Array.from({ length: 10 }, () => sentEvent({ campaign: 'dying-later' })),
      ...['01', '02', '03'].map((day) =>
        sentEvent({
          campaign: 'dying',
          type: 'bounce',
          bounceType: 'soft',
          recipient: 's@example.com',
          at: new Date(`2026-01-${day}`),
        }),
      ),
    ];
    await harness.post(GENERIC_SENDER.call(events.map(GENERIC_SENDER.write)));
    const deaths = await dyingAtEveryMoment(async (db) => {
      const batches = new BatchProcessor(source(db));
      await batches.resume();
      await batches.work();
    });
    expect(deaths).toBeGreaterThan(3);
    expect(await countOf(campaign)).toEqual({ n: 23, ids: 23 });
    const waiting = () => harness.pool.query("select 1 from waiting_event where 'dying-later' = any(identifiers)");
    expect((await waiting()).rowCount).toBe(10);

    const later = await harness.register('generic', 'dying-later');
    const { organizationId } = harness.lender;
    await dyingAtEveryMoment((db) =>
      matchWaitingEvents({ ...harness.instance.resources, db }, { organizationId, campaignId: later }),
    );
    expect([await countOf(later), (await waiting()).rowCount]).toEqual([{ n: 10, ids: 10 }, 0]);
    const suppressed = await harness.pool.query("select reason from suppression where address = 's@example.com'");
    expect(suppressed.rows).toEqual([{ reason: 'soft_bounces' }]);
  });

  it('a call claimed by a dead worker waits until its lease expires, or until a worker starts', async () => {
    const campaign = await harness.register('generic', 'lost');
    const { jobs } = harness;
    const take = async () => {
      await harness.post(GENERIC_SENDER.call([GENERIC_SENDER.write(sentEvent({ campaign: 'lost' }))]));
      await claimedUntil('1 minute');
    };
    const claimedUntil = (from: string) =>
      harness.pool.query(
        `update webhook_batch set claimed_until = now() + interval '${from}' where status = 'received'`,
      );
    await take();
    await jobs.handlers.process_webhooks();
    expect(await countOf(campaign)).toEqual({ n: 0, ids: 0 });
    await claimedUntil('-1 second');
    await jobs.handlers.process_webhooks();
    expect(await countOf(campaign)).toEqual({ n: 1, ids: 1 });

    await take();
    await jobs.resumeAtStart();
    await Promise.all([jobs.handlers.process_webhooks(), jobs.handlers.process_webhooks()]);
    expect(await countOf(campaign)).toEqual({ n: 2, ids: 2 });
  });

  it('in a round that fails, entered calls are settled; the others stay claimed by the worker', async () => {
    const { pool } = harness.instance.resources;
    await harness.register('generic', 'stopped');
    const asOwner = (text: string) => withClient(harness.instance.databaseUrl, (client) => client.query(text));
    await asOwner(`
      create function stop_here() returns trigger language plpgsql as $$
        begin raise exception 'canceling statement due to lock timeout' using errcode = '55P03'; end $$;
      create trigger stop_here before insert on campaign_event for each row
        when (new.recipient = 'stop@example.com') execute function stop_here()`);
    try {
      const events = (count: number, recipient: string) =>
        Array.from({ length: count }, () => GENERIC_SENDER.write(sentEvent({ campaign: 'stopped', recipient })));
      await harness.post(GENERIC_SENDER.call(events(500, 'go@example.com')));
      await harness.post(GENERIC_SENDER.call(events(1, 'stop@example.com')));
      await expect(harness.jobs.handlers.process_webhooks()).rejects.toMatchObject({ code: 'service_unavailable' });
      const { rows } = await pool.query(
        `select status, claimed_until - interval '1 minute' >= max(processed_at) over () as "isRenewed"
           from webhook_batch order by received_at desc limit 2`,
      );
      expect(rows).toEqual([
        { status: 'received', isRenewed: true },
        { status: 'processed', isRenewed: false },
      ]);
    } finally {
      await asOwner('drop function stop_here() cascade');
      await harness.jobs.resumeAtStart();
      await harness.jobs.handlers.process_webhooks();
    }
  });

  it('after an acceptor dies before it wakes a worker, a running worker processes the call within a minute', async () => {
    const campaign = await harness.register('generic', 'unwoken');
    await harness.pool.query('delete from graphile_worker._private_jobs');
    const db = new KillableDatabase(harness.instance.resources.pool, () => {
      throw new Killed();
    });
    const { headers, body } = GENERIC_SENDER.call([GENERIC_SENDER.write(sentEvent({ campaign: 'unwoken' }))]);
    const call = { provider: null, headers, rawBody: Buffer.from(body) };
    await expect(
      new WebhookAcceptor(source(db), { ofPath: async () => undefined }).accept(ANONYMOUS, call),
    ).rejects.toThrow(Killed);
    const handlers: Readonly<Record<string, unknown>> = harness.jobs.handlers;
    const everyMinute = parseCrontab(CRONTAB).filter(({ match }) =>
      Array.from({ length: 60 }, (_, min) => match({ min, hour: 3, date: 1, month: 1, dow: 4 })).every(Boolean),
    );
    expect(everyMinute.map(({ task }) => task)).toContain('process_webhooks');
    expect(Object.keys(handlers)).toContain('process_webhooks');
    const worker = await startWorker({
      pool: harness.pool,
      handlers: harness.jobs.handlers,
      crontab: '',
      concurrency: 1,
      pollIntervalMs: 50,
      lifeCheckMs: 60_000,
      logger: harness.instance.resources.logger,
    });
    try {
      expect(await countOf(campaign)).toEqual({ n: 0, ids: 0 });
      // As the queue's crontab adds it every minute, with only its name.
      await harness.pool.query("select graphile_worker.add_job('process_webhooks')");
      await harness.settled();
    } finally {
      await worker.stop();
    }
    expect(await countOf(campaign)).toEqual({ n: 1, ids: 1 });
  });

  it('while it matches waiting events of a campaign: the next worker to start continues', async () => {
    await harness.post(GENERIC_SENDER.call([GENERIC_SENDER.write(sentEvent({ campaign: 'left-waiting' }))]));
    await harness.jobs.handlers.process_webhooks();
    const campaign = await harness.register('generic', 'left-waiting');
    // A job of a dead worker stays locked for minutes.
    await harness.pool.query('delete from graphile_worker._private_jobs');
    expect(await countOf(campaign)).toEqual({ n: 0, ids: 0 });
    await harness.jobs.resumeAtStart();
    expect(await countOf(campaign)).toEqual({ n: 1, ids: 1 });
  });

  it('one job, which wakes a worker, is added for many calls', async () => {
    await harness.pool.query('delete from graphile_worker._private_jobs');
    const calls = Array.from({ length: 20 }, () =>
      harness.post(GENERIC_SENDER.call([GENERIC_SENDER.write(sentEvent())])),
    );
    await Promise.all(calls);
    const jobs = async () =>
      (await harness.pool.query("select 1 from graphile_worker.jobs where key = 'process_webhooks'")).rowCount;
    await expect.poll(jobs).toBe(1);
  });
});

it('registering a campaign while one of its events is being entered waits for the event and matches it', async () => {
  const { db, pool } = harness.instance.resources;
  const { id: providerEventId, ...sent } = sentEvent({ campaign: 'overtaken' });
  const event = {
    ...sent,
    providerEventId,
    occurredAt: sent.at.toISOString(),
    bounceType: null,
    url: null,
    recipient: ownText(sent.recipient),
    identifiers: [ownText(sent.campaign)],
    providerMessageId: null,
    isMachine: false,
  };
  const isHeldUp = async () => {
    const { rowCount } = await pool.query(
      `select 1 from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`,
    );
    return rowCount !== 0;
  };
  const matched = await db.transaction(async (tx) => {
    const events = [{ isSigned: true, organizationIds: [], event }];
    await enter(tx, harness.instance.resources.secrets, { provider: 'generic', source: 'generic', events });
    let hasRegistered = false;
    const registering = harness.register('generic', 'overtaken').then(async (campaignId) => {
      hasRegistered = true;
      await harness.jobs.handlers.match_waiting_events({ organizationId: harness.lender.organizationId, campaignId });
      return campaignId;
    });
    await expect.poll(async () => hasRegistered || (await isHeldUp()), { interval: 10 }).toBe(true);
    if (hasRegistered) await registering;
    return { registering };
  });
  const campaign = await matched.registering;
  const { rowCount } = await pool.query('select 1 from campaign_event where campaign_id = $1', [campaign]);
  expect(rowCount).toBe(1);
});
