import { columns, columnsAs, derived, type RowOf } from '../../../../core/db/columns.js';
import { type ListDefinition, mergedAcrossOrganizations } from '../../../../core/db/paged-lists.js';
import { statement } from '../../../../core/db/statement.js';
import { SENT_EVENT } from '../delivery/delivery.store.js';

const DELIVERY = columns('WebhookDelivery', 'd', [
  'organizationId',
  'endpointId',
  'eventId',
  'tries',
  'nextTryAt',
  'settledAt',
]);
const STATUS = columnsAs('WebhookDelivery', 'd', { deliveryStatus: 'status' });
/** The latest attempt; null before the first. */
const LATEST = derived({ httpStatus: 'int4?', error: 'text?', attemptedAt: 'timestamptz?' });
export type DeliveryRow = RowOf<typeof DELIVERY> &
  RowOf<typeof STATUS> &
  RowOf<typeof SENT_EVENT> &
  RowOf<typeof LATEST>;

const SELECTED = `select ${DELIVERY}, ${STATUS}, ${SENT_EVENT}, latest.http_status as "httpStatus", latest.error,
    latest.created_at as "attemptedAt"`;
const WITH_EVENT = `join event v on v.organization_id = d.organization_id and v.id = d.event_id
    left join lateral (
      select t.http_status, t.error, t.created_at from webhook_attempt t
       where t.organization_id = d.organization_id and t.endpoint_id = d.endpoint_id and t.event_id = d.event_id
       order by t.id desc limit 1) latest on true`;

type AfterEvent = { afterEventId: string };
const PAGE = {
  endpointId: 'WebhookDelivery.endpointId',
  afterEventId: 'WebhookDelivery.eventId',
  limit: 'int8',
} as const;

/** The page is found before events and attempts are read: each row costs two look-ups. */
const rowsWhere = (condition: string, limit: string) => `${SELECTED} from (
      select d.* from webhook_delivery d where d.organization_id = organization.id and ${condition}
       order by d.event_id desc limit ${limit}) d ${WITH_EVENT}`;
const ORDER = { order: 'd.event_id desc', mergedOrder: '"eventId" desc' } as const;

const start: AfterEvent = { afterEventId: '~' };
const positionOf = ({ eventId }: DeliveryRow): AfterEvent => ({ afterEventId: eventId });

/** Deliveries to an endpoint, latest event first. */
export const DELIVERIES: ListDefinition<{ endpointId: string }, AfterEvent, DeliveryRow> = {
  name: 'webhook_deliveries',
  statement: statement({
    name: 'webhook_delivery.page',
    takes: PAGE,
    gives: [DELIVERY, STATUS, SENT_EVENT, LATEST],
    text: ({ p, scope, only }) =>
      mergedAcrossOrganizations({
        rows: rowsWhere(`d.endpoint_id = ${p.endpointId} and d.event_id < ${p.afterEventId}`, p.limit),
        ...ORDER,
        ...{ limit: p.limit, scope, only },
      }),
  }),
  ...{ start, positionOf },
};

/** The same with one status. A statement of its own, because the index by status serves only a fixed status. */
export const DELIVERIES_WITH_STATUS: ListDefinition<{ endpointId: string; status: string }, AfterEvent, DeliveryRow> = {
  name: 'webhook_deliveries_with_status',
  statement: statement({
    name: 'webhook_delivery.page_with_status',
    takes: { ...PAGE, status: 'WebhookDelivery.status' },
    gives: [DELIVERY, STATUS, SENT_EVENT, LATEST],
    text: ({ p, scope, only }) =>
      mergedAcrossOrganizations({
        rows: rowsWhere(
          `d.endpoint_id = ${p.endpointId} and d.status = ${p.status} and d.event_id < ${p.afterEventId}`,
          p.limit,
        ),
        ...ORDER,
        ...{ limit: p.limit, scope, only },
      }),
  }),
  ...{ start, positionOf },
};

export const deliveryOfEvent = statement({
  name: 'webhook_delivery.of_event',
  takes: { endpointId: 'WebhookDelivery.endpointId', eventId: 'WebhookDelivery.eventId' },
  gives: [DELIVERY, STATUS, SENT_EVENT, LATEST],
  text: ({ p, scope }) => `
    ${SELECTED} from organization o
      cross join lateral (
        select d.* from webhook_delivery d
         where d.organization_id = o.id and d.endpoint_id = ${p.endpointId} and d.event_id = ${p.eventId} limit 1) d
      ${WITH_EVENT}
     where ${scope('o.id')}`,
});
