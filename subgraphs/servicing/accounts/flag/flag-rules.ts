import { z } from 'zod';
import { recordAudit } from '../../../../core/audit/record.js';
import { ACCOUNT_FLAG_KINDS, FLAG_STOPS, type FlagStop } from '../../../../core/contract/account-flag.js';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import type { ScopedModels } from '../../../../core/db/prisma.js';
import { Problem } from '../../../../core/errors/problem.js';
import { isId } from '../../../../core/ids/ids.js';
import { limitToOrganization, type Principal, requireRole } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { DEFAULT_FLAG_RULES } from '../../../../loan-model/flags/default-flag-rules.js';
import { flagRulesOf, stopColumns, writeFlagRule } from '../../../../loan-model/flags/flag-rule.store.js';
import { lockOrganization, organizationsByIds } from '../../platform/organization/organization.store.js';
import type { AccountFlagRule } from './flag-rule.type.js';

const ruleBody = z.strictObject({ kind: z.enum(ACCOUNT_FLAG_KINDS), stops: z.array(z.enum(FLAG_STOPS)).max(20) });

/** What each kind of flag stops at a lender: the product's defaults, and the changes of its admins. */
export class FlagRules {
  constructor(private readonly parts: Pick<ServiceParts, 'db' | 'clock'>) {}

  /** One rule of each kind. @throws {Problem} `insufficient_scope`, `organization_not_found` */
  async of(principal: Principal, organizationId: string): Promise<readonly AccountFlagRule[]> {
    requireRole(principal, 'viewer');
    const models = this.parts.db.models(principal);
    const [found] = isId(organizationId) ? await organizationsByIds(models, [organizationId]) : [];
    if (found === undefined) throw new Problem('organization_not_found');
    return this.#rules(models, organizationId);
  }

  /**
   * Changes a rule; audited. It waits for charges that are being decided at this lender: when it returns, every later
   * charge, check and list obeys it.
   *
   * @throws {Problem} `insufficient_scope`, `validation_failed`, `organization_not_found`
   */
  async change(principal: Principal, organizationId: string, given: unknown): Promise<readonly AccountFlagRule[]> {
    requireRole(principal, 'admin');
    const { kind, stops: sent } = checkedBody(ruleBody, given);
    if (!isId(organizationId)) throw new Problem('organization_not_found');
    const caller = limitToOrganization(principal, organizationId);
    const { db, clock } = this.parts;
    return db.transaction(async (tx) => {
      const locked = await tx.first(caller, lockOrganization, { id: organizationId });
      if (locked === undefined) throw new Problem('organization_not_found');
      const models = tx.models(caller);
      const before = (await this.#rules(models, organizationId)).find((rule) => rule.kind === kind)?.stops ?? [];
      const stops = FLAG_STOPS.filter((each) => sent.includes(each));
      if (JSON.stringify(before) !== JSON.stringify(stops)) {
        const changed = { changedBy: caller.actor, changedAt: isoInstant(clock.now()) };
        await tx.many(caller, writeFlagRule, { organizationId, kind, ...stopColumns(stops), ...changed });
        const change = { before: { kind, stops: before }, after: { kind, stops } };
        const act = { action: 'account_flag_rule.change', subject: organizationId, organizationId, ...change };
        await recordAudit(tx, clock, caller, act);
      }
      return this.#rules(models, organizationId);
    });
  }

  async #rules(models: ScopedModels, organizationId: string): Promise<readonly AccountFlagRule[]> {
    const changed = new Map((await flagRulesOf(models, organizationId)).map((rule) => [rule.kind, rule]));
    return ACCOUNT_FLAG_KINDS.map((kind) => {
      const stopsByDefault: readonly FlagStop[] = DEFAULT_FLAG_RULES[kind];
      const rule = changed.get(kind);
      const { stops = stopsByDefault, changedBy = null, changedAt = null } = rule ?? {};
      return { organizationId, kind, stops, stopsByDefault, changedBy, changedAt };
    });
  }
}
