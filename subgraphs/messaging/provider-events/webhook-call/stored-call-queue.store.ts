import { columns, columnsAs, type RowOf, typesOf } from '../../../../core/db/columns.js';
import { inserted, leftOut, sameNamed } from '../../../../core/db/insert-sql.js';
import { type ParametersOf, type StatementTools, statement } from '../../../../core/db/statement.js';

const NEW_BATCH = typesOf('WebhookBatch', ['id', 'provider', 'source', 'body', 'organizationIds', 'isSigned']);

const newBatch = (p: StatementTools<ParametersOf<typeof NEW_BATCH>>['p']) =>
  inserted(
    'WebhookBatch',
    {
      ...sameNamed(p, ['id', 'provider', 'source', 'body', 'organizationIds', 'isSigned']),
      ...leftOut('status', 'receivedAt', 'processedAt', 'claimedUntil'),
    },
    'b',
  );

const ID = columns('WebhookBatch', 'b', ['id']);

/** Stores a call. The row itself is the queue entry, so no crash can come between storing and queueing. */
export const acceptBatch = statement({
  name: 'webhook_batch.accept',
  unscoped: 'before_the_organization_is_known',
  takes: NEW_BATCH,
  gives: ID,
  text: ({ p }) => {
    const { into, values } = newBatch(p);
    return `insert into ${into} values (${values}) returning ${ID}`;
  },
});

const KEPT = columnsAs('WebhookToken', 'used', { id: 'batchId' });

/**
 * Stores a call with a one-time token and uses the token up. For the same call again, which a provider repeats after
 * losing our response, returns the first one's id and stores nothing. No row: another call used the token.
 */
export const acceptTokenBatch = statement({
  name: 'webhook_batch.accept_token',
  unscoped: 'before_the_organization_is_known',
  takes: {
    ...NEW_BATCH,
    token: 'WebhookToken.token',
    tokenExpiresAt: 'WebhookToken.expiresAt',
    bodySha256: 'WebhookToken.bodySha256',
  },
  gives: KEPT,
  text: ({ p }) => {
    const row = {
      provider: p.provider,
      token: p.token,
      expiresAt: p.tokenExpiresAt,
      batchId: p.id,
      bodySha256: p.bodySha256,
    } as const;
    const token = inserted('WebhookToken', row, 't');
    const batch = newBatch(p);
    return `
    with used as (
      insert into ${token.into} values (${token.values})
      on conflict (provider, token) do update set token = t.token where t.body_sha256 = excluded.body_sha256
      returning batch_id
    ), batch as (
      insert into ${batch.into} select ${batch.values} from used where batch_id = ${p.id}
    )
    select ${KEPT} from used`;
  },
});

const BATCH = columns('WebhookBatch', 'b', ['id', 'provider', 'source', 'body', 'organizationIds', 'isSigned']);
export type WebhookBatchRow = RowOf<typeof BATCH>;

/**
 * Claims waiting calls for a while, the oldest first and at least one; concurrent workers claim different calls.
 * Calls of a dead worker are claimed again when its lease expires.
 */
export const claimBatches = statement({
  name: 'webhook_batch.claim',
  unscoped: 'before_the_organization_is_known',
  takes: { mostBatches: 'int8', mostBytes: 'int8', leaseMs: 'float8' },
  gives: BATCH,
  text: ({ p }) => `
    with waiting as (
      select id, octet_length(body) as length, received_at from webhook_batch
       where status = 'received' and (claimed_until is null or claimed_until < clock_timestamp())
       order by received_at limit ${p.mostBatches} for update skip locked
    ), taken as (
      select id, sum(length) over (order by received_at, id) - length as bytes_before from waiting
    )
    update webhook_batch b set claimed_until = clock_timestamp() + make_interval(secs => ${p.leaseMs}::float8 / 1000)
      from taken where b.id = taken.id and taken.bytes_before < ${p.mostBytes}::bigint
    returning ${BATCH}`,
});

/** Renews the worker's lease on calls in progress. In one order, as below. */
export const renewBatchLeases = statement({
  name: 'webhook_batch.keep',
  unscoped: 'before_the_organization_is_known',
  takes: { ids: 'WebhookBatch.id[]', leaseMs: 'float8' },
  text: ({ p }) => `
    update webhook_batch set claimed_until = clock_timestamp() + make_interval(secs => ${p.leaseMs}::float8 / 1000)
     where id in (
       select id from webhook_batch where id = any(${p.ids}::text[]) and status = 'received' order by id for update)`,
});

/**
 * At the start of a worker: releases the calls of a killed worker. Skips rows that another worker has locked, so
 * workers do not wait for each other.
 */
export const releaseBatches = statement({
  name: 'webhook_batch.release',
  unscoped: 'before_the_organization_is_known',
  text: () => `
    update webhook_batch set claimed_until = null where id in (
      select id from webhook_batch where status = 'received' and claimed_until is not null for update skip locked)`,
});

/** In one order: two workers may have processed the same calls. */
export const settleBatches = statement({
  name: 'webhook_batch.settle',
  unscoped: 'before_the_organization_is_known',
  takes: { ids: 'WebhookBatch.id[]', malformedIds: 'WebhookBatch.id[]' },
  text: ({ p }) => `
    update webhook_batch set processed_at = now(),
      status = (case when id = any(${p.malformedIds}::text[]) then 'malformed' else 'processed' end)::webhook_batch_status
     where id in (
       select id from webhook_batch where id = any(${p.ids}::text[]) and status = 'received' order by id for update)`,
});
