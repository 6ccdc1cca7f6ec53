import { statement } from '../../../core/db/statement.js';

export interface SandboxChargeRow {
  readonly id: string;
  readonly amountCents: number;
}

type NewCharge = {
  id: string;
  organizationId: string;
  reference: string;
  token: string;
  amountCents: number;
  createdAt: string;
};

/** No row: there is a charge under this reference already. */
export const insertSandboxCharge = statement<NewCharge, SandboxChargeRow>({
  name: 'sandbox_charge.insert',
  text: ({ p, scope }) => `
    insert into sandbox_charge (id, organization_id, reference, token, amount_cents, created_at)
    select ${p.id}::text, o.id, ${p.reference}::text, ${p.token}::text, ${p.amountCents}::bigint, ${p.createdAt}::timestamptz
      from organization o where o.id = ${p.organizationId} and ${scope('o.id')}
    on conflict (organization_id, reference) do nothing
    returning id, amount_cents as "amountCents"`,
});

export const findSandboxCharge = statement<{ organizationId: string; reference: string }, SandboxChargeRow>({
  name: 'sandbox_charge.find',
  text: ({ p, scope }) => `
    select id, amount_cents as "amountCents" from sandbox_charge
     where reference = ${p.reference} and organization_id = ${p.organizationId} and ${scope('organization_id')}`,
});

type Refund = { id: string; organizationId: string; reference: string; refundedAt: string };

/** No row: there is no such charge, or it was given back under another reference. */
export const refundSandboxCharge = statement<Refund, { id: string }>({
  name: 'sandbox_charge.refund',
  text: ({ p, scope }) => `
    update sandbox_charge set refund_reference = ${p.reference}::text,
           refunded_at = coalesce(refunded_at, ${p.refundedAt}::timestamptz)
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}
       and coalesce(refund_reference, ${p.reference}::text) = ${p.reference}::text
    returning id`,
});
