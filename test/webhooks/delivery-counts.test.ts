import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { MOST_DELIVERIES } from '../../subgraphs/messaging/outgoing-webhooks/delivery/delivery-counts.reads.store.js';
import { type Ask, graphClient } from '../support/graph.js';
import { operatorToken } from '../support/operators.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* The number of webhook deliveries that wait: of lenders alone, and of endpoints to which something is sent. */

let instance: TestInstance;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
});
afterAll(() => instance.close());

const query = async (text: string, values: readonly unknown[] = []) =>
  (await instance.resources.pool.query(text, [...values])).rows;

/** An endpoint of an organization. @returns its id */
async function endpoint(organizationId: string, status: 'enabled' | 'disabled' = 'enabled'): Promise<string> {
  const id = newId();
  await query(
    `insert into webhook_endpoint (id, url, types, organization_ids, scopes, status, actor_kind, actor, secret)
     values ($1, 'https://receiver.invalid/', '{*}', $2, '{}', $3, 'operator', 'ola', '')`,
    [id, [organizationId], status],
  );
  await query(
    `insert into webhook_subscription (organization_id, endpoint_id, through_transaction, through_position) values ($1, $2, 0, 0)`,
    [organizationId, id],
  );
  return id;
}

interface Queued {
  readonly tries?: number;
  readonly hoursAgo?: number;
  /** Null: no attempt ended. */
  readonly failedHoursAgo?: number | null;
  readonly resentHoursAgo?: number | null;
}

async function queued(
  organizationId: string,
  endpointId: string,
  { tries = 0, hoursAgo = 1, failedHoursAgo = null, resentHoursAgo = null }: Queued = {},
): Promise<void> {
  const eventId = newId();
  await query(
    `insert into webhook_delivery (organization_id, endpoint_id, event_id, tries, next_try_at, created_at, resent_at)
     values ($1, $2, $3, $4, now() + interval '1 hour', now() - make_interval(hours => $5), now() - make_interval(hours => $6))`,
    [organizationId, endpointId, eventId, tries, hoursAgo, resentHoursAgo],
  );
  if (failedHoursAgo !== null)
    await query(
      `insert into webhook_attempt (id, organization_id, endpoint_id, event_id, number, succeeded, duration_ms, created_at)
       values ($1, $2, $3, $4, 1, false, 5, now() - make_interval(hours => $5))`,
      [newId(), organizationId, endpointId, eventId, failedHoursAgo],
    );
}

async function asking(organizationIds: readonly string[]): Promise<Ask> {
  const request = { subject: 'ola', role: 'viewer', organizationIds } as const;
  return graphClient(instance.graphqlUrl, await operatorToken(instance.resources, request));
}

async function counts(by: Ask, organizationId?: string) {
  const only = organizationId === undefined ? '' : `(organizationId: "${organizationId}")`;
  const { json } = await by(`{ webhookDeliveryCounts${only} { waiting retrying oldestAt isExact } }`);
  expect(json.errors).toBeUndefined();
  const { oldestAt, ...rest } = json.data.webhookDeliveryCounts;
  const hours = oldestAt === null ? null : Math.round((Date.now() - Date.parse(oldestAt)) / 3_600_000);
  return { ...rest, hours };
}

it('leaves out sandboxes, unless one is chosen', async () => {
  const { organizationId: real } = await instance.lender('Real Credit');
  const { organizationId: sandbox } = await instance.lender('Sandbox Credit', { isSandbox: true });
  await queued(real, await endpoint(real), { hoursAgo: 2 });
  await queued(sandbox, await endpoint(sandbox), { hoursAgo: 9 });
  const both = await asking([real, sandbox]);
  expect(await counts(both)).toEqual({ waiting: 1, retrying: 0, hours: 2, isExact: true });
  expect(await counts(both, sandbox)).toEqual({ waiting: 1, retrying: 0, hours: 9, isExact: true });
});

it('leaves out endpoints that are disabled or deleted: nothing is sent to them', async () => {
  const { organizationId } = await instance.lender('Disabled Credit');
  await queued(organizationId, await endpoint(organizationId, 'disabled'), { hoursAgo: 50 });
  const deleted = await endpoint(organizationId);
  await queued(organizationId, deleted, { hoursAgo: 60 });
  await query('update webhook_endpoint set deleted_at = now() where id = $1', [deleted]);
  const operator = await asking([organizationId]);
  expect(await counts(operator)).toEqual({ waiting: 0, retrying: 0, hours: null, isExact: true });
  await queued(organizationId, await endpoint(organizationId), { hoursAgo: 3 });
  expect(await counts(operator)).toEqual({ waiting: 1, retrying: 0, hours: 3, isExact: true });
});

it('a first attempt under way is no failed one; attempts before it was sent again do not count', async () => {
  const { organizationId } = await instance.lender('Retrying Credit');
  const id = await endpoint(organizationId);
  const operator = await asking([organizationId]);
  await queued(organizationId, id, { tries: 1 });
  await queued(organizationId, id, { tries: 1, hoursAgo: 6, failedHoursAgo: 5, resentHoursAgo: 1 });
  expect(await counts(operator)).toMatchObject({ waiting: 2, retrying: 0 });
  await queued(organizationId, id, { tries: 1, hoursAgo: 6, failedHoursAgo: 5 });
  await queued(organizationId, id, { tries: 2, hoursAgo: 6, failedHoursAgo: 5 });
  expect(await counts(operator)).toMatchObject({ waiting: 4, retrying: 2 });
});

it('counts at most so many, and then does not tell an oldest', async () => {
  const { organizationId } = await instance.lender('Many Credit');
  const id = await endpoint(organizationId);
  await query(
    `insert into webhook_delivery (organization_id, endpoint_id, event_id, tries, next_try_at)
     select $1, $2, 'E' || n, 2, now() + interval '1 hour' from generate_series(1, $3::int) n`,
    [organizationId, id, MOST_DELIVERIES + 1],
  );
  const most = { waiting: MOST_DELIVERIES, retrying: MOST_DELIVERIES, hours: null, isExact: false };
  expect(await counts(await asking([organizationId]))).toEqual(most);
});
