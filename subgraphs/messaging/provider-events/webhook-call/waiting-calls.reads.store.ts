import { derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';

/** The most calls that are counted; the oldest first. */
export const MOST_CALLS = 10_000;

/** Stored calls of email providers whose events were not entered yet. */
export const waitingCalls = statement({
  name: 'webhook_batch.count_waiting',
  unscoped: 'counts_without_content',
  gives: derived({ waiting: 'int8', oldestAt: 'timestamptz?' }),
  text: () => `
    select count(*) as waiting, min(found.received_at) as "oldestAt" from (
      select b.received_at from webhook_batch b
       where b.status = 'received' order by b.received_at limit ${MOST_CALLS + 1}) found`,
});
