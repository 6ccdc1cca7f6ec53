import { columns, columnsAs, typesOf } from '../../../../core/db/columns.js';
import { inserted, leftOut, sameNamed, selectedFrom, sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import { insertEventSql } from '../../../../core/events/insert-event-sql.js';
import { METHOD, WRITTEN_METHOD } from '../payment-method/payment-method.store.js';

/** Inserts the captured payment method, under the capture's id. */
export const insertCapturedMethod = statement({
  name: 'payment_method.insert_captured',
  takes: {
    captureId: 'CardCapture.id',
    organizationId: 'CardCapture.organizationId',
    ...typesOf('PaymentMethod', ['nickname', 'holderName', 'lastFour', 'cardBrand']),
    ...typesOf('PaymentMethod', ['expirationMonth', 'expirationYear', 'processor']),
    token: 'PaymentMethod.processorToken',
    customer: 'PaymentMethod.processorCustomer',
    isDefault: 'PaymentMethod.isDefault',
    actor: 'Event.actor',
  },
  gives: METHOD,
  text: ({ p, scope }) => {
    const { into, values } = inserted(
      'PaymentMethod',
      {
        ...selectedFrom('PaymentMethod', 'c', ['id', 'organizationId', 'partyId']),
        instrumentType: sql(`'card'`),
        ...sameNamed(p, ['nickname', 'holderName', 'lastFour', 'cardBrand', 'expirationMonth', 'expirationYear']),
        ...leftOut('bankName', 'isActive'),
        isDefault: p.isDefault,
        processor: p.processor,
        processorToken: p.token,
        processorCustomer: p.customer,
        ...leftOut('createdAt', 'deactivatedAt'),
        eventSequence: sql('1'),
      },
      'm',
    );
    return `
    with m as (
      insert into ${into} select ${values}
        from card_capture c
       where c.id = ${p.captureId} and c.organization_id = ${p.organizationId} and ${scope('c.organization_id')}
      returning m.*
    ), recorded_event as (${insertEventSql({ ...WRITTEN_METHOD, type: 'payment_method.created', actor: p.actor }, 'm')})
    select ${METHOD} from m`;
  },
});

const PARTY = { partyId: 'Person.id', organizationId: 'Person.organizationId' } as const;
const LOCKED_PARTY = columnsAs('Person', 'b', { partyId: 'id' });

/** If two captures both become a borrower's default, the second waits here and wins. */
export const lockParty = statement({
  name: 'card_capture.lock_party',
  takes: PARTY,
  gives: LOCKED_PARTY,
  text: ({ p, scope }) => `
    select ${LOCKED_PARTY} from person b
     where b.id = ${p.partyId} and b.organization_id = ${p.organizationId} and ${scope('b.organization_id')}
       for no key update`,
});

const METHOD_ID = columns('PaymentMethod', 'payment_method', ['id']);

export const clearDefault = statement({
  name: 'payment_method.clear_default',
  takes: PARTY,
  gives: METHOD_ID,
  text: ({ p, scope }) => `
    update payment_method set is_default = false
     where party_id = ${p.partyId} and organization_id = ${p.organizationId} and is_default and ${scope('organization_id')}
    returning ${METHOD_ID}`,
});
