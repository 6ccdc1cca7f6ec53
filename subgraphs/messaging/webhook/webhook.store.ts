import { statement } from '../../../core/db/statement.js';

const UNSCOPED = 'a call of a provider, before anybody knows whose campaigns it is about';

type NewBatch = {
  id: string;
  provider: string;
  source: string;
  body: Buffer;
  organizationIds: readonly string[];
  isSigned: boolean;
};

/** Keeps a call. The row itself is what waits for a worker: no crash comes between keeping and queueing. */
export const acceptBatch = statement<NewBatch, { id: string }>({
  name: 'webhook_batch.accept',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    insert into webhook_batch (id, provider, source, body, organization_ids, is_signed)
    values (${p.id}, ${p.provider}::email_provider_code, ${p.source}, ${p.body}, ${p.organizationIds}::text[], ${p.isSigned})
    returning id`,
});

type TokenBatch = NewBatch & { token: string; tokenExpiresAt: string; bodySha256: Buffer };

/**
 * The same, of a call with a one-time token: uses it up. Of the same call again, which a provider sends that has lost our
 * answer, it brings the first one's id and keeps nothing. No row: another call has used the token.
 */
export const acceptTokenBatch = statement<TokenBatch, { id: string }>({
  name: 'webhook_batch.accept_token',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    with used as (
      insert into webhook_token as t (provider, token, expires_at, batch_id, body_sha256)
      values (${p.provider}::email_provider_code, ${p.token}, ${p.tokenExpiresAt}::timestamptz, ${p.id}, ${p.bodySha256})
      on conflict (provider, token) do update set token = t.token where t.body_sha256 = excluded.body_sha256
      returning batch_id
    ), batch as (
      insert into webhook_batch (id, provider, source, body, organization_ids, is_signed)
      select ${p.id}, ${p.provider}::email_provider_code, ${p.source}, ${p.body}::bytea, ${p.organizationIds}::text[],
             ${p.isSigned}::boolean
        from used where batch_id = ${p.id}
    )
    select batch_id as id from used`,
});

export interface WebhookBatchRow {
  readonly id: string;
  readonly provider: string;
  readonly source: string;
  readonly body: Buffer;
  readonly organizationIds: readonly string[];
  readonly isSigned: boolean;
}

type Claim = { mostBatches: number; mostBytes: number; leaseMs: number };

/**
 * Takes calls that wait, the oldest first and at least one, for a while: whoever asks at the same time gets others. Those of a
 * worker that died are taken again when its time is over.
 */
export const claimBatches = statement<Claim, WebhookBatchRow>({
  name: 'webhook_batch.claim',
  unscoped: UNSCOPED,
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
    returning b.id, b.provider, b.source, b.body, b.organization_ids as "organizationIds", b.is_signed as "isSigned"`,
});

/** Of calls that are still being worked on: they stay with their worker. In one order, as below. */
export const keepBatches = statement<{ ids: readonly string[]; leaseMs: number }, never>({
  name: 'webhook_batch.keep',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    update webhook_batch set claimed_until = clock_timestamp() + make_interval(secs => ${p.leaseMs}::float8 / 1000)
     where id in (
       select id from webhook_batch where id = any(${p.ids}::text[]) and status = 'received' order by id for update)`,
});

/**
 * When a worker starts: what one that was killed had taken waits no longer. What another is about to take or has done is passed
 * by: nobody waits for anybody.
 */
export const releaseBatches = statement<Record<never, never>, never>({
  name: 'webhook_batch.release',
  unscoped: UNSCOPED,
  text: () => `
    update webhook_batch set claimed_until = null where id in (
      select id from webhook_batch where status = 'received' and claimed_until is not null for update skip locked)`,
});

/** In one order: two workers may have worked on the same. */
export const settleBatches = statement<{ ids: readonly string[]; malformedIds: readonly string[] }, never>({
  name: 'webhook_batch.settle',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    update webhook_batch set processed_at = now(),
      status = (case when id = any(${p.malformedIds}::text[]) then 'malformed' else 'processed' end)::webhook_batch_status
     where id in (
       select id from webhook_batch where id = any(${p.ids}::text[]) and status = 'received' order by id for update)`,
});
