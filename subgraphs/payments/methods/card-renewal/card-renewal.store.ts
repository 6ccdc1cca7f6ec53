import { columns, typesOf } from '../../../../core/db/columns.js';
import { assigned, sameNamed } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import { insertEventSql, NEXT_EVENT_SEQUENCE } from '../../../../core/events/insert-event-sql.js';
import { WRITTEN_METHOD } from '../payment-method/payment-method.store.js';

const SHOWN = columns('PaymentMethod', 'm', ['id', 'lastFour', 'cardBrand', 'expirationMonth', 'expirationYear']);

/** The methods for one instrument of a processor, each locked until the transaction ends. */
export const methodsByToken = statement({
  name: 'card_renewal.methods_by_token',
  takes: {
    organizationId: 'PaymentMethod.organizationId',
    processor: 'PaymentMethod.processor',
    token: 'PaymentMethod.processorToken',
  },
  gives: SHOWN,
  text: ({ p, scope }) => `
    select ${SHOWN} from payment_method m
     where m.organization_id = ${p.organizationId} and m.processor_token = ${p.token} and m.processor = ${p.processor}
       and ${scope('m.organization_id')} order by m.id for update`,
});

const ID = columns('PaymentMethod', 'm', ['id']);

/** No row: it already has these values. */
export const renewMethod = statement({
  name: 'card_renewal.renew',
  takes: {
    ...typesOf('PaymentMethod', ['id', 'organizationId', 'lastFour', 'cardBrand', 'expirationMonth', 'expirationYear']),
    actor: 'Event.actor',
  },
  gives: ID,
  text: ({ p, scope }) => `
    with m as (
      update payment_method m set ${assigned('PaymentMethod', {
        ...sameNamed(p, ['lastFour', 'cardBrand', 'expirationMonth', 'expirationYear']),
        eventSequence: NEXT_EVENT_SEQUENCE,
      })}
       where m.id = ${p.id} and m.organization_id = ${p.organizationId} and ${scope('m.organization_id')}
         and (m.last_four, m.card_brand, m.expiration_month, m.expiration_year) is distinct from
             (${p.lastFour}::text, ${p.cardBrand}::card_brand, ${p.expirationMonth}::int, ${p.expirationYear}::int)
      returning m.*
    ), recorded_event as (${insertEventSql(
      { ...WRITTEN_METHOD, type: 'payment_method.changed', previousStatus: WRITTEN_METHOD.status, actor: p.actor },
      'm',
    )})
    select ${ID} from m`,
});
