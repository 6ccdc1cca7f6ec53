import { changeOf, recordAudit } from '../../../../core/audit/record.js';
import { businessClockWithin } from '../../../../core/business-time/business-clock.js';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { dateRange, instants } from '../../../../core/contract/date-range.js';
import { updatePaymentMethodBody } from '../../../../core/contract/payment-method.js';
import { composed } from '../../../../core/contract/stored-text.js';
import type { Transaction } from '../../../../core/db/database.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { readPage } from '../../../../core/db/paged-lists.js';
import { findRowKey } from '../../../../core/db/row-key.js';
import { Problem } from '../../../../core/errors/problem.js';
import { groupedBy, rowById } from '../../../../core/graphql/batched-reads.js';
import type { ListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { readRequestedPage } from '../../../../core/graphql/read-requested-page.js';
import { idFilter, isId } from '../../../../core/ids/ids.js';
import { limitToOrganization, type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import { requireAccount } from '../../account/payable-account.reads.store.js';
import { auditedChange } from './audited-method-fields.js';
import {
  ACTIVE_METHODS,
  deactivateMethod,
  detailsOfMethods,
  ELIGIBLE_METHODS,
  eligibleOfAccounts,
  INACTIVE_METHODS,
  lockMethod,
  type MethodDetails,
  methodOwner,
  methodsOfParties,
  PAYMENT_METHODS,
  type PaymentMethodRow,
  paymentMethodsByIds,
  updateMethod,
} from './payment-method.store.js';

export interface PaymentMethodParts extends Pick<ServiceParts, 'db' | 'clock' | 'cursors' | 'contactDigests'> {
  /** Codes of the processors that can be charged in this process. */
  readonly processors: readonly string[];
}

/** The display data of stored instruments of the borrowers in scope. */
export class PaymentMethodService {
  constructor(private readonly parts: PaymentMethodParts) {}

  /** @throws {Problem} `payment_method_not_found`, for an unknown id and for one out of scope alike. */
  async one(principal: Principal, id: string): Promise<PaymentMethodRow> {
    const [found] = await this.many(principal, [id]);
    if (found === undefined || found instanceof Error) throw found ?? new Problem('payment_method_not_found');
    return found;
  }

  /** In the order of `ids`; an id out of scope gets an error in its place. */
  async many(principal: Principal, ids: readonly string[]): Promise<readonly (PaymentMethodRow | Error)[]> {
    requireScope(principal, 'payment_methods:read');
    const rows = await this.parts.db.many(principal, paymentMethodsByIds, { ids: ids.filter(isId) });
    return rowById(ids, rows, () => new Problem('payment_method_not_found'));
  }

  /**
   * Creation time and default flag of methods, in the order of `ids`. Open to any caller that received the method in
   * an answer.
   */
  async standings(principal: Principal, ids: readonly string[]): Promise<readonly (MethodDetails | Error)[]> {
    const rows = await this.parts.db.many(principal, detailsOfMethods, { ids });
    return rowById(ids, rows, () => new Problem('payment_method_not_found'));
  }

  /** Newest first, including inactive ones; `from` and `to` are creation dates in UTC. */
  async list(
    principal: Principal,
    request: ListArguments & { readonly partyId?: string | null; readonly isActive?: boolean | null },
  ): Promise<Page<PaymentMethodRow>> {
    requireScope(principal, 'payment_methods:read');
    const { from, to, partyId, isActive = null } = request;
    const parameters = { partyId: idFilter(partyId), isActive, ...instants(dateRange(from, to)) };
    const some = isActive === true ? ACTIVE_METHODS : INACTIVE_METHODS;
    const list = isActive === null ? PAYMENT_METHODS : some;
    const filters = { partyId, ...(isActive !== null && { isActive: String(isActive) }) };
    return readRequestedPage(this.parts, principal, list, parameters, filters, request);
  }

  /** Those that may fund payments on an account. @throws {Problem} `account_not_found` */
  async eligible(principal: Principal, accountId: string, request: ListArguments): Promise<Page<PaymentMethodRow>> {
    requireScope(principal, 'payment_methods:read');
    const { organizationId, from, to } = request;
    const created = instants(dateRange(from, to));
    const caller = limitToOrganization(principal, organizationId);
    await requireAccount(this.parts.db, caller, accountId);
    const today = await this.#today(caller);
    const parameters = { accountId, processors: this.parts.processors, today, ...created };
    return readPage(this.parts, caller, ELIGIBLE_METHODS, parameters, { accountId, organizationId, from, to }, request);
  }

  /** The same for several accounts at once, all of each, in the order of the accounts. */
  async eligibleOf(
    principal: Principal,
    accountIds: readonly string[],
  ): Promise<readonly (readonly PaymentMethodRow[])[]> {
    requireScope(principal, 'payment_methods:read');
    const { db, processors } = this.parts;
    const asked = { accountIds: accountIds.filter(isId), processors, today: await this.#today(principal) };
    const rows = await db.many(principal, eligibleOfAccounts, asked);
    return groupedBy(accountIds, rows, ({ accountId }) => accountId);
  }

  /** All stored methods of several borrowers, in the order of the borrowers. */
  async ofParties(
    principal: Principal,
    partyIds: readonly string[],
  ): Promise<readonly (readonly PaymentMethodRow[])[]> {
    requireScope(principal, 'payment_methods:read');
    const rows = await this.parts.db.many(principal, methodsOfParties, { partyIds: partyIds.filter(isId) });
    return groupedBy(partyIds, rows, ({ partyId }) => partyId);
  }

  /** @throws {Problem} `validation_failed`, `payment_method_not_found` */
  async update(principal: Principal, id: string, body: unknown): Promise<PaymentMethodRow> {
    requireScope(principal, 'payment_methods:write');
    const change = checkedBody(updatePaymentMethodBody, body);
    return this.parts.db.transaction(async (tx) => {
      const locked = await lock(tx, principal, id);
      const updated = await tx.first(principal, updateMethod, {
        id,
        organizationId: locked.organizationId,
        setsNickname: change.nickname !== undefined,
        nickname: composed(change.nickname) ?? null,
        holderName: composed(change.holder_name) ?? null,
        actor: principal.actor,
      });
      if (updated === undefined) throw new Error('a locked payment method disappeared');
      const { contactDigests } = this.parts;
      await recordAudit(tx, this.parts.clock, principal, {
        action: 'payment_method.update',
        subject: id,
        organizationId: locked.organizationId,
        ...auditedChange(contactDigests, locked, updated),
      });
      return updated;
    });
  }

  /**
   * Deactivates a method; repeating it changes nothing. Runs under the method's lock: a schedule created for it at
   * the same time is either seen here or finds the method inactive.
   *
   * @throws {Problem} `payment_method_not_found`, `payment_method_in_use`
   */
  async deactivate(principal: Principal, id: string): Promise<PaymentMethodRow> {
    requireScope(principal, 'payment_methods:write');
    return this.parts.db.transaction(async (tx) => {
      const locked = await lock(tx, principal, id);
      if (!locked.isActive) return locked;
      const { organizationId } = locked;
      const key = { id, organizationId };
      const deactivated = await tx.first(principal, deactivateMethod, { ...key, actor: principal.actor });
      if (deactivated === undefined) throw new Problem('payment_method_in_use');
      const act = {
        action: 'payment_method.deactivate',
        subject: id,
        organizationId,
        ...changeOf(locked, deactivated),
      };
      await recordAudit(tx, this.parts.clock, principal, act);
      return deactivated;
    });
  }

  /** The date by the business clock of the organizations in the caller's scope. */
  async #today({ organizationIds }: Principal): Promise<string> {
    const { db, clock } = this.parts;
    return servicingDate((await businessClockWithin(db, clock, organizationIds)).now());
  }
}

async function lock(tx: Transaction, principal: Principal, id: string): Promise<PaymentMethodRow> {
  const key = isId(id) ? await findRowKey(tx, principal, methodOwner, id) : undefined;
  const locked = key && (await tx.first(principal, lockMethod, key));
  if (locked === undefined) throw new Problem('payment_method_not_found');
  return locked;
}
