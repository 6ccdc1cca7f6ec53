import { columns, type RowOf, typesOf } from '../../../core/db/columns.js';
import { inserted, leftOut, sameNamed, sql } from '../../../core/db/insert-sql.js';
import { statement } from '../../../core/db/statement.js';

const CHARGE = columns('SandboxCharge', 'sandbox_charge', ['id', 'amountCents']);

/** No row: a charge with this reference exists. */
export const insertSandboxCharge = statement({
  name: 'sandbox_charge.insert',
  takes: {
    id: 'SandboxCharge.id',
    organizationId: 'Organization.id',
    ...typesOf('SandboxCharge', ['reference', 'token', 'amountCents', 'createdAt']),
  },
  gives: CHARGE,
  text: ({ p, scope }) => {
    const { into, values } = inserted('SandboxCharge', {
      id: p.id,
      organizationId: sql('o.id'),
      ...sameNamed(p, ['reference', 'token', 'amountCents', 'createdAt']),
      ...leftOut('refundReference', 'refundedAt'),
    });
    return `
    insert into ${into} select ${values}
      from organization o where o.id = ${p.organizationId} and ${scope('o.id')}
    on conflict (organization_id, reference) do nothing
    returning ${CHARGE}`;
  },
});

export const findSandboxCharge = statement({
  name: 'sandbox_charge.find',
  takes: { organizationId: 'SandboxCharge.organizationId', reference: 'SandboxCharge.reference' },
  gives: CHARGE,
  text: ({ p, scope }) => `
    select ${CHARGE} from sandbox_charge
     where reference = ${p.reference} and organization_id = ${p.organizationId} and ${scope('organization_id')}`,
});

const RETURNED = columns('SandboxCharge', 'sandbox_charge', [
  'id',
  'organizationId',
  'reference',
  'token',
  'amountCents',
  'createdAt',
  'refundReference',
  'refundedAt',
]);
export type ReturnedChargeRow = RowOf<typeof RETURNED>;

/** A charge by its own id, as a processor knows it; the row names its organization. */
export const sandboxChargeById = statement({
  name: 'sandbox_charge.by_id',
  takes: { id: 'SandboxCharge.id' },
  gives: RETURNED,
  text: ({ p, scope }) => `
    select ${RETURNED} from sandbox_charge where id = ${p.id} and ${scope('organization_id')}`,
});

/** Charges since an instant, ordered by id. */
export const sandboxChargesSince = statement({
  name: 'sandbox_charge.since',
  takes: { since: 'timestamptz', afterId: 'SandboxCharge.id', limit: 'int8' },
  gives: RETURNED,
  text: ({ p, scope }) => `
    select ${RETURNED} from sandbox_charge
     where created_at >= ${p.since}::timestamptz and id > ${p.afterId} and ${scope('organization_id')}
     order by id limit ${p.limit}`,
});

const CHARGE_ID = columns('SandboxCharge', 'sandbox_charge', ['id']);

/** No row: there is no such charge, or it was refunded with another reference. */
export const refundSandboxCharge = statement({
  name: 'sandbox_charge.refund',
  takes: {
    id: 'SandboxCharge.id',
    organizationId: 'SandboxCharge.organizationId',
    reference: 'text',
    refundedAt: 'timestamptz',
  },
  gives: CHARGE_ID,
  text: ({ p, scope }) => `
    update sandbox_charge set refund_reference = ${p.reference}::text,
           refunded_at = coalesce(refunded_at, ${p.refundedAt}::timestamptz)
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}
       and coalesce(refund_reference, ${p.reference}::text) = ${p.reference}::text
    returning ${CHARGE_ID}`,
});
