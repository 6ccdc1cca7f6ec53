import { columns, typesOf } from '../../../../core/db/columns.js';
import { assigned, inserted, LEFT_OUT, leftOut, sameNamed, sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import { insertEventSql } from '../../../../core/events/insert-event-sql.js';

const STANDING = columns('Dispute', 'd', ['id', 'status']);

const NEW_DISPUTE = {
  ...typesOf('Dispute', ['id', 'organizationId', 'processor', 'externalId', 'chargeExternalId', 'runId']),
  ...typesOf('Dispute', ['accountId', 'amountCents', 'reason', 'status', 'isWithdrawn']),
  evidenceDueBy: 'timestamptz?',
  openedAt: 'timestamptz',
} as const;

const EVENT_FIELDS = {
  object: 'dispute',
  objectId: sql('d.id'),
  organizationId: sql('d.organization_id'),
  accountId: sql('d.account_id'),
  sequence: sql('d.event_sequence'),
  status: sql('d.status'),
  code: sql('d.reason'),
  actor: sql(`'card-processor'`),
} as const;

/** No row: it is known already. */
export const insertDispute = statement({
  name: 'dispute.insert',
  takes: NEW_DISPUTE,
  gives: STANDING,
  text: ({ p, scope }) => {
    const { into, values } = inserted('Dispute', {
      id: p.id,
      organizationId: sql('o.id'),
      ...sameNamed(p, ['processor', 'externalId', 'chargeExternalId', 'runId', 'accountId', 'amountCents']),
      ...sameNamed(p, ['reason', 'status', 'isWithdrawn', 'evidenceDueBy', 'openedAt']),
      ...leftOut('closedAt', 'createdAt'),
      eventSequence: sql('1'),
      readAt: LEFT_OUT,
    });
    return `
    with d as (
      insert into ${into} select ${values}
        from organization o where o.id = ${p.organizationId} and ${scope('o.id')}
      on conflict (organization_id, id) do nothing
      returning *
    ), recorded_event as (${insertEventSql({ ...EVENT_FIELDS, type: 'dispute.opened' }, 'd')})
    select ${STANDING} from d`;
  },
});

/**
 * Statuses with an event type of their own. A dispute reaches each of them once; only `needs_response` can come
 * again, after an appeal.
 */
const OUTCOME = `case d.status when 'won' then 'dispute.won' when 'lost' then 'dispute.lost' else 'dispute.closed' end`;
const CLOSED = `('won', 'lost', 'inquiry_closed')`;

const READ = columns('Dispute', 'd', ['id', 'readAt']);

/** The known disputes among those given, each locked until the transaction ends. */
export const knownDisputes = statement({
  name: 'dispute.known',
  takes: { organizationId: 'Dispute.organizationId', ids: 'Dispute.id[]' },
  gives: READ,
  text: ({ p, scope }) => `
    select ${READ} from dispute d
     where d.organization_id = ${p.organizationId} and d.id = any(${p.ids}::text[]) and ${scope('d.organization_id')}
     order by d.id for update`,
});

/** Updates a dispute to the processor's current data. No row: nothing has changed. */
export const changeDispute = statement({
  name: 'dispute.change',
  takes: {
    ...typesOf('Dispute', ['id', 'organizationId', 'amountCents', 'reason', 'status', 'isWithdrawn']),
    evidenceDueBy: 'timestamptz?',
    seenAt: 'timestamptz',
    readAt: 'timestamptz',
  },
  gives: STANDING,
  text: ({ p, scope }) => {
    const changesStatus = `c.status <> ${p.status}::dispute_status`;
    const closes = `${p.status}::dispute_status in ${CLOSED} and ${changesStatus}`;
    return `
    with was as (
      select w.status, w.event_sequence from dispute w where w.id = ${p.id} and w.organization_id = ${p.organizationId}
    ), d as (
      update dispute c set ${assigned('Dispute', {
        ...sameNamed(p, ['amountCents', 'reason', 'status', 'isWithdrawn', 'evidenceDueBy']),
        closedAt: sql(
          `case when ${p.status}::dispute_status in ${CLOSED} then coalesce(c.closed_at, ${p.seenAt}::timestamptz) end`,
        ),
        readAt: p.readAt,
        eventSequence: sql(`c.event_sequence + case when ${closes} then 1 else 0 end`),
      })}
       where c.id = ${p.id} and c.organization_id = ${p.organizationId} and ${scope('c.organization_id')}
         and (c.amount_cents, c.reason, c.status, c.is_withdrawn, c.evidence_due_by) is distinct from
             (${p.amountCents}::bigint, ${p.reason}::text, ${p.status}::dispute_status, ${p.isWithdrawn}::boolean,
              ${p.evidenceDueBy}::timestamptz)
      returning c.*
    ), recorded_event as (${insertEventSql(
      { ...EVENT_FIELDS, type: sql(OUTCOME), previousStatus: sql('was.status') },
      'd join was on d.event_sequence > was.event_sequence',
    )})
    select ${STANDING} from d`;
  },
});
