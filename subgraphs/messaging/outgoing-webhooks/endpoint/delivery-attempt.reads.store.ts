import { columns, type RowOf } from '../../../../core/db/columns.js';
import {
  idRange,
  type ListDefinition,
  mergedAcrossOrganizations,
  NEWEST_FIRST,
  newestIdFirst,
} from '../../../../core/db/paged-lists.js';
import { statement } from '../../../../core/db/statement.js';

const ATTEMPT = columns('WebhookAttempt', 't', [
  'id',
  'organizationId',
  'endpointId',
  'eventId',
  'number',
  'succeeded',
  'httpStatus',
  'error',
  'durationMs',
  'answer',
  'createdAt',
]);
export type AttemptRow = RowOf<typeof ATTEMPT>;

const attemptPage = statement({
  name: 'webhook_attempt.page',
  takes: { endpointId: 'WebhookAttempt.endpointId', eventId: 'text?', afterId: 'WebhookAttempt.id', limit: 'int8' },
  gives: ATTEMPT,
  text: ({ p, scope, only }) =>
    mergedAcrossOrganizations({
      rows: `select ${ATTEMPT} from webhook_attempt t
        where ${idRange('t', p.afterId)} and t.endpoint_id = ${p.endpointId}
          and (${p.eventId}::text is null or t.event_id = ${p.eventId})`,
      order: newestIdFirst('t'),
      mergedOrder: 'id desc',
      limit: p.limit,
      scope,
      only,
    }),
});

/** Newest first. */
export const ATTEMPTS: ListDefinition<{ endpointId: string; eventId: string | null }, { afterId: string }, AttemptRow> =
  {
    name: 'webhook_attempts',
    statement: attemptPage,
    ...NEWEST_FIRST,
  };
