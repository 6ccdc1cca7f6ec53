import { statement } from '../../../core/db/statement.js';
import type { JobName } from '../../../core/jobs/jobs.js';

const UNSCOPED = 'a call of a provider, before anybody knows whose campaigns it is about';

const JOB: JobName = 'process_webhook_batch';

/** Behind what moves money. */
const ADD_JOB = (id: string) => `graphile_worker.add_job('${JOB}', json_build_object('id', ${id}),
  job_key => 'webhook:' || ${id}, job_key_mode => 'preserve_run_at', priority => 10)`;

type NewBatch = {
  id: string;
  provider: string;
  source: string;
  body: Buffer;
  organizationIds: readonly string[];
  isSigned: boolean;
  /** A one-time token and until when it counts; null where the provider signs the body itself. */
  token: string | null;
  tokenExpiresAt: string | null;
};

/**
 * Keeps a call, uses up its token, and has a job work on it: one statement, one round trip, so that no crash comes between.
 * No row: the token was used before.
 */
export const acceptBatch = statement<NewBatch, { id: string }>({
  name: 'webhook_batch.accept',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    with token as (
      insert into webhook_token (provider, token, expires_at)
      select ${p.provider}::email_provider_code, ${p.token}::text, ${p.tokenExpiresAt}::timestamptz
       where ${p.token}::text is not null
      on conflict do nothing returning token
    ), batch as (
      insert into webhook_batch (id, provider, source, body, organization_ids, is_signed)
      select ${p.id}::text, ${p.provider}::email_provider_code, ${p.source}::text, ${p.body}::bytea,
             ${p.organizationIds}::text[], ${p.isSigned}::boolean
       where ${p.token}::text is null or exists (select from token)
      returning id
    )
    select batch.id from batch cross join lateral ${ADD_JOB('batch.id')}`,
});

export interface WebhookBatchRow {
  readonly id: string;
  readonly provider: string;
  readonly source: string;
  readonly body: Buffer;
  readonly organizationIds: readonly string[];
  readonly isSigned: boolean;
}

/** A call that is still to be worked on. */
export const receivedBatch = statement<{ id: string }, WebhookBatchRow>({
  name: 'webhook_batch.received',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    select id, provider, source, body, organization_ids as "organizationIds", is_signed as "isSigned"
      from webhook_batch where id = ${p.id} and status = 'received'`,
});

export const settleBatch = statement<{ id: string; status: string }, never>({
  name: 'webhook_batch.settle',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    update webhook_batch set status = ${p.status}::webhook_batch_status, processed_at = now()
     where id = ${p.id} and status = 'received'`,
});

/**
 * Adds the job of calls that are older and still not worked on: of a worker that was killed, the queue itself would remember
 * only after hours.
 */
export const resumeBatches = statement<{ olderThanMs: number; limit: number }, { id: string }>({
  name: 'webhook_batch.resume',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    select overdue.id from (
      select id from webhook_batch
       where status = 'received' and received_at <= now() - make_interval(secs => ${p.olderThanMs}::float8 / 1000)
       order by received_at limit ${p.limit}
    ) overdue cross join lateral ${ADD_JOB('overdue.id')}`,
});

/** Housekeeping: what was worked on long ago, and tokens that no signature could use any more. */
export const deleteOldBatches = statement<{ keptDays: number; limit: number }, { deleted: number }>({
  name: 'webhook_batch.delete_old',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    with deleted as (
      delete from webhook_batch where id in (
        select id from webhook_batch
         where status in ('processed', 'malformed') and received_at < now() - make_interval(days => ${p.keptDays}::int)
         limit ${p.limit} for update skip locked)
      returning 1
    )
    select count(*) as deleted from deleted`,
});

/** A minute later than it must, for clocks that differ. */
export const deleteExpiredTokens = statement<{ limit: number }, { deleted: number }>({
  name: 'webhook_token.delete_expired',
  unscoped: 'one-time tokens of providers',
  text: ({ p }) => `
    with deleted as (
      delete from webhook_token where (provider, token) in (
        select provider, token from webhook_token where expires_at < now() - interval '1 minute' limit ${p.limit}
        for update skip locked)
      returning 1
    )
    select count(*) as deleted from deleted`,
});
