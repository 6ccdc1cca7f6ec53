import { columns } from '../../../core/db/columns.js';
import type { Database } from '../../../core/db/database.js';
import { statement } from '../../../core/db/statement.js';
import { cents } from '../../../core/money.js';
import { systemPrincipal } from '../../../core/principal/principal.js';
import type { ChargeListing } from '../charge-listing-interface.js';

const SANDBOX = systemPrincipal('sandbox-card-processor');
const AT_A_TIME = 100;

const CHARGE = columns('SandboxCharge', 's', [
  'id',
  'organizationId',
  'reference',
  'amountCents',
  'createdAt',
  'refundedAt',
]);

const SPAN = { organizationId: 'SandboxCharge.organizationId', from: 'timestamptz', to: 'timestamptz' } as const;

const chargesOfSpan = statement({
  name: 'sandbox_charge.list',
  takes: { ...SPAN, after: 'text', limit: 'int8' },
  gives: CHARGE,
  text: ({ p, scope }) => `
    select ${CHARGE} from sandbox_charge s
     where s.organization_id = ${p.organizationId} and ${scope('s.organization_id')} and s.id > ${p.after}
       and s.created_at >= ${p.from} and s.created_at < ${p.to} order by s.id limit ${p.limit}`,
});

const refundsOfSpan = statement({
  name: 'sandbox_charge.list_refunds',
  takes: { ...SPAN, after: 'text', limit: 'int8' },
  gives: CHARGE,
  text: ({ p, scope }) => `
    select ${CHARGE} from sandbox_charge s
     where s.organization_id = ${p.organizationId} and ${scope('s.organization_id')} and s.id > ${p.after}
       and s.refunded_at >= ${p.from} and s.refunded_at < ${p.to} order by s.id limit ${p.limit}`,
});

/** The sandbox's charges and refunds, from its own rows. */
export function sandboxListing(db: Database): ChargeListing {
  return {
    charges: async ({ after, ...span }) => {
      const rows = await db.many(SANDBOX, chargesOfSpan, { ...span, after: after ?? '', limit: AT_A_TIME });
      const items = rows.map(({ id, organizationId, reference, amountCents, createdAt }) => ({
        ...{ externalId: id, organizationId, reference, amountCents: cents(amountCents), createdAt },
      }));
      return { kind: 'listed', items, next: nextOf(rows) };
    },
    refunds: async ({ after, ...span }) => {
      const rows = await db.many(SANDBOX, refundsOfSpan, { ...span, after: after ?? '', limit: AT_A_TIME });
      const items = rows.map(({ id, amountCents, createdAt, refundedAt }) => ({
        externalId: `re_${id}`,
        chargeExternalId: id,
        amountCents: cents(amountCents),
        createdAt: refundedAt ?? createdAt,
      }));
      return { kind: 'listed', items, next: nextOf(rows) };
    },
  };
}

function nextOf(rows: readonly { readonly id: string }[]): string | null {
  return rows.length < AT_A_TIME ? null : (rows.at(-1)?.id ?? null);
}
