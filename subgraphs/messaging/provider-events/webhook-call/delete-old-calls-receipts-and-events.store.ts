import { derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';

const OLD = { keptDays: 'int4', limit: 'int8' } as const;
const DELETED = derived({ deleted: 'int8' });

const before = (keptDays: string) => `now() - make_interval(days => ${keptDays}::int)`;

/** Deletes the rows that a query selects by `ctid`; locked rows are left for the next hour. */
const deleting = (table: string, found: string) => `
    with deleted as (delete from ${table} where ctid = any(array(${found} for update skip locked)) returning 1)
    select count(*) as deleted from deleted`;

/** Only processed calls: waiting calls are kept, and so are calls with events that may be read from them again. */
export const deleteOldBatches = statement({
  name: 'webhook_batch.delete_old',
  unscoped: 'work_for_all_organizations',
  takes: OLD,
  gives: DELETED,
  text: ({ p }) =>
    deleting(
      'webhook_batch',
      `select ctid from webhook_batch b
        where status in ('processed', 'malformed') and received_at < ${before(p.keptDays)}
          and not exists (select 1 from poison_event e where e.batch_id = b.id and e.replayed_at is null)
        limit ${p.limit}`,
    ),
});

/** After this, the same event would count as new. */
export const deleteOldReceipts = statement({
  name: 'event_receipt.delete_old',
  unscoped: 'work_for_all_organizations',
  takes: OLD,
  gives: DELETED,
  text: ({ p }) =>
    deleting(
      'event_receipt',
      `select ctid from event_receipt where received_at < ${before(p.keptDays)} order by received_at limit ${p.limit}`,
    ),
});

export const deleteOldWaiting = statement({
  name: 'waiting_event.delete_old',
  unscoped: 'work_for_all_organizations',
  takes: OLD,
  gives: DELETED,
  text: ({ p }) =>
    deleting(
      'waiting_event',
      `select ctid from waiting_event where created_at < ${before(p.keptDays)} order by created_at limit ${p.limit}`,
    ),
});

export const deleteOldPoison = statement({
  name: 'poison_event.delete_old',
  unscoped: 'work_for_all_organizations',
  takes: { ...OLD, isReplayed: 'bool' },
  gives: DELETED,
  text: ({ p }) =>
    deleting(
      'poison_event',
      `select ctid from poison_event
        where created_at < ${before(p.keptDays)} and (replayed_at is not null) = ${p.isReplayed}::boolean
        order by created_at limit ${p.limit}`,
    ),
});

/** A minute late, for clocks that differ. */
export const deleteExpiredTokens = statement({
  name: 'webhook_token.delete_expired',
  unscoped: 'work_for_all_organizations',
  takes: { limit: 'int8' },
  gives: DELETED,
  text: ({ p }) =>
    deleting(
      'webhook_token',
      `select ctid from webhook_token where expires_at < now() - interval '1 minute' limit ${p.limit}`,
    ),
});
