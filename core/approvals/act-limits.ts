import { recordAudit } from '../audit/record.js';
import { LIMITED_ACTS, LIMITED_ROLES, type LimitedAct, type LimitedRole } from '../contract/limited-acts.js';
import { columns } from '../db/columns.js';
import type { Queries } from '../db/database.js';
import { statement } from '../db/statement.js';
import { limitToOrganization, type Principal, requireRole } from '../principal/principal.js';
import type { OperatorRole } from '../principal/roles.js';
import type { ServiceParts } from '../service-parts.js';

export interface ActLimit {
  readonly role: LimitedRole;
  readonly act: LimitedAct;
  /** Null: without a limit. */
  readonly amountCents: number | null;
}

const KEY = { organizationId: 'ActLimit.organizationId', role: 'ActLimit.role', act: 'ActLimit.act' } as const;
const AMOUNT = columns('ActLimit', 'l', ['amountCents']);

const readLimit = statement({
  name: 'act_limit.read',
  takes: KEY,
  gives: AMOUNT,
  text: ({ p, scope }) => `
    select ${AMOUNT} from act_limit l
     where l.organization_id = ${p.organizationId} and ${scope('l.organization_id')}
       and l.role = ${p.role} and l.act = ${p.act}`,
});

/** Of two changes of one limit, the second records the first one's amount as the amount before. */
const lockLimit = statement({
  name: 'act_limit.lock',
  takes: KEY,
  gives: AMOUNT,
  text: ({ p, scope }) => `
    select ${AMOUNT} from act_limit l
     where l.organization_id = ${p.organizationId} and ${scope('l.organization_id')}
       and l.role = ${p.role} and l.act = ${p.act}
       for update`,
});

/** The limit of a role at a lender; null: without a limit. An admin has none. */
export async function limitOf(
  on: Queries,
  principal: Principal,
  {
    organizationId,
    role,
    act,
  }: { readonly organizationId: string; readonly role: OperatorRole; readonly act: LimitedAct },
): Promise<number | null> {
  const limited = LIMITED_ROLES.find((one) => one === role);
  if (limited === undefined) return null;
  return (await on.first(principal, readLimit, { organizationId, role: limited, act }))?.amountCents ?? null;
}

/** Amount limits of roles, per lender. Without a row nothing is limited, as before limits existed. */
export class ActLimitService {
  constructor(private readonly parts: Pick<ServiceParts, 'db' | 'clock'>) {}

  /** Every role and act, also those without a limit. @throws {Problem} `insufficient_scope`, `organization_out_of_scope` */
  async list(principal: Principal, organizationId: string): Promise<readonly ActLimit[]> {
    requireRole(principal, 'viewer');
    const caller = limitToOrganization(principal, organizationId);
    const found = await this.parts.db.models(caller).actLimit.findMany({ where: { organizationId } });
    return LIMITED_ROLES.flatMap((role) =>
      LIMITED_ACTS.map((act) => {
        const amount = found.find((one) => one.role === role && one.act === act)?.amountCents ?? null;
        return { role, act, amountCents: amount === null ? null : Number(amount) };
      }),
    );
  }

  /**
   * Audited with the amount before and after. Requests that are already open stay open.
   *
   * @throws {Problem} `insufficient_scope`, `organization_out_of_scope`
   */
  async set(principal: Principal, organizationId: string, limit: ActLimit): Promise<readonly ActLimit[]> {
    const caller = limitToOrganization(principal, organizationId);
    requireRole(caller, 'admin');
    const { db, clock } = this.parts;
    const { role, act, amountCents } = limit;
    await db.transaction(async (tx) => {
      const { actLimit } = tx.models(caller);
      const key = { organizationId, role, act };
      await actLimit.createMany({ data: [{ ...key, amountCents: null }], skipDuplicates: true });
      const before = (await tx.first(caller, lockLimit, key))?.amountCents ?? null;
      if (before === amountCents) return;
      await actLimit.update({ select: { role: true }, where: { organizationId_role_act: key }, data: { amountCents } });
      await recordAudit(tx, clock, caller, {
        action: 'act_limit.set',
        subject: `${role}:${act}`,
        organizationId,
        before: { amountCents: before },
        after: { amountCents },
      });
    });
    return this.list(caller, organizationId);
  }
}
