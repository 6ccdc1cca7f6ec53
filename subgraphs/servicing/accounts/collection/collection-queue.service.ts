import { recordAudit } from '../../../../core/audit/record.js';
import { type OperatorOfLender, operatorsOfLender } from '../../../../core/auth/operators/operators-of-lender.js';
import { businessToday } from '../../../../core/business-time/business-clock.js';
import type { PromiseState } from '../../../../core/contract/account-note.js';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { assignBody, releaseBody, TAKEN_MINUTES } from '../../../../core/contract/collection-queue.js';
import { maskedName } from '../../../../core/contract/stored-text.js';
import type { Queries, Transaction } from '../../../../core/db/database.js';
import { invalid, Problem } from '../../../../core/errors/problem.js';
import { wrongValue } from '../../../../core/errors/validation.js';
import { isId } from '../../../../core/ids/ids.js';
import { limitToOrganization, type Principal, requireRole } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { addDays, type IsoDate, type IsoInstant, isoInstant } from '../../../../core/time/dates.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import { accountsByIds } from '../account/account.reads.store.js';
import { type CollectionRow, collectionsOfAccounts, loanOfAgent } from './collection.reads.store.js';
import { assignLoan, lockAgent, lockLoan, releaseLoan, takeLoan } from './collection.store.js';
import type { AccountCollection } from './collection.type.js';
import { nextLoans } from './next-loans.store.js';

/** How many loans are read at once, to try them one after the other. */
const TRIED = 100;
/** After so many lists of which other transactions took or held every loan, the agent is asked to try again. */
const MOST_LISTS = 5;
const LONGEST_FOLLOW_UP_DAYS = 366;

interface Loan {
  readonly organizationId: string;
  readonly accountId: string;
}

interface Now {
  /** The lenders' day. */
  readonly today: IsoDate;
  readonly at: IsoInstant;
  /** When a loan that is taken now is free again. */
  readonly takenUntil: IsoInstant;
}

/** Gives loans that are past due to the agents who collect them: each to one agent at a time. */
export class CollectionQueueService {
  constructor(private readonly parts: Pick<ServiceParts, 'db' | 'clock'>) {}

  /** The queue's view of each loan, in the order of `accountIds`. @throws {Problem} `insufficient_scope` */
  async ofAccounts(
    principal: Principal,
    accountIds: readonly string[],
  ): Promise<readonly (AccountCollection | null)[]> {
    requireRole(principal, 'viewer');
    const found = await this.#read(this.parts.db, principal, accountIds);
    const byLoan = new Map(found.map((each) => [each.accountId, each]));
    return accountIds.map((id) => byLoan.get(id) ?? null);
  }

  /**
   * Takes the next loan; audited. An agent who has a loan takes that one again, which begins its time again, so a
   * repetition after a lost answer takes no second one.
   *
   * @returns null: no loan is to be collected now
   * @throws {Problem} `insufficient_scope`, `organization_out_of_scope`
   */
  async takeNext(principal: Principal, organizationId: string | null | undefined): Promise<AccountCollection | null> {
    requireRole(principal, 'agent');
    const asked = limitToOrganization(principal, organizationId);
    const now = this.#now();
    const agent = { actor: asked.actor, today: now.today, at: now.at };
    return this.parts.db.transaction(async (tx) => {
      await tx.first(asked, lockAgent, { actor: agent.actor });
      const present = await tx.first(asked, loanOfAgent, agent);
      if (present !== undefined) {
        const again = await this.#takeWaiting(tx, limitToOrganization(asked, present.organizationId), present, now);
        if (again !== undefined) return again;
      }
      for (let lists = 0; lists < MOST_LISTS; lists += 1) {
        const loans = await tx.many(asked, nextLoans, { ...agent, limit: TRIED });
        if (loans.length === 0) return null;
        for (const loan of loans) {
          const taken = await this.#take(tx, limitToOrganization(asked, loan.organizationId), loan, now, true);
          if (taken !== undefined) return taken;
        }
      }
      throw new Problem('service_unavailable');
    });
  }

  /**
   * Takes one loan of the queue; audited. Taking it again begins its time again.
   *
   * @throws {Problem} `insufficient_scope`, `account_not_found`; `validation_failed` if the loan is not in the queue, or
   *   another agent has it
   */
  async take(principal: Principal, accountId: string): Promise<AccountCollection> {
    requireRole(principal, 'agent');
    const { caller, organizationId } = await this.#loan(principal, accountId);
    return this.parts.db.transaction(async (tx) => {
      const taken = await this.#takeWaiting(tx, caller, { organizationId, accountId }, this.#now());
      if (taken !== undefined) return taken;
      const rule = 'the loan is not in the collection queue, or another operator has it';
      throw invalid([wrongValue('account_id', rule, accountId)]);
    });
  }

  /**
   * Gives back the caller's loan; audited. Repeatable: a loan that the caller does not have does not change.
   *
   * @throws {Problem} `insufficient_scope`, `account_not_found`; `validation_failed` also for a loan to be skipped that
   *   the caller does not have, unless it is skipped so already
   */
  async release(principal: Principal, accountId: string, given: unknown): Promise<AccountCollection> {
    requireRole(principal, 'agent');
    const { skip_reason: skipReason = null, follow_up_on: day } = checkedBody(releaseBody, given);
    const { caller, organizationId } = await this.#loan(principal, accountId);
    const { db, clock } = this.parts;
    return db.transaction(async (tx) => {
      const today = await businessToday(tx, clock, organizationId);
      if (day && (day <= today || day > addDays(today, LONGEST_FOLLOW_UP_DAYS))) {
        const rule = `the day must be tomorrow or later, within ${LONGEST_FOLLOW_UP_DAYS} days`;
        throw invalid([wrongValue('follow_up_on', rule, day)]);
      }
      const followUpOn = skipReason === null ? null : (day ?? addDays(today, 1));
      const change = { followUpOn, skipReason };
      const loan = { organizationId, accountId, actor: caller.actor, keepsLaterDay: false };
      const released = await tx.first(caller, releaseLoan, { ...loan, ...change });
      if (released !== undefined) {
        const act = { action: skipReason === null ? 'collection.release' : 'collection.skip', subject: accountId };
        await recordAudit(tx, clock, caller, { ...act, organizationId, after: change });
      }
      const found = await this.#one(tx, caller, accountId);
      if (released === undefined && skipReason !== null) {
        const isDone = found.takenBy === null && found.skipReason === skipReason && found.followUpOn === followUpOn;
        const rule = 'only the operator who has the loan skips it: take the loan again';
        if (!isDone) throw invalid([wrongValue('skip_reason', rule, skipReason)]);
      }
      return found;
    });
  }

  /** To whom a loan can be assigned, by name. @throws {Problem} `insufficient_scope`, `account_not_found` */
  async assignees(principal: Principal, accountId: string): Promise<readonly OperatorOfLender[]> {
    requireRole(principal, 'supervisor');
    const { caller, organizationId } = await this.#loan(principal, accountId);
    requireRole(caller, 'supervisor');
    const { db, clock } = this.parts;
    const found = await operatorsOfLender(db, { organizationId, at: isoInstant(clock.now()) });
    const { actor, name = actor } = caller;
    return found.some(({ subject }) => subject === actor) ? found : [{ subject: actor, name }, ...found];
  }

  /**
   * Assigns a loan to an operator, or to no one; audited. Another agent who has the loan loses it.
   *
   * @throws {Problem} `insufficient_scope`, `account_not_found`; `validation_failed` also for an operator who does not
   *   work at the lender
   */
  async assign(principal: Principal, accountId: string, given: unknown): Promise<AccountCollection> {
    requireRole(principal, 'supervisor');
    const { operator: assignedTo } = checkedBody(assignBody, given);
    const { caller, organizationId } = await this.#loan(principal, accountId);
    const { db, clock } = this.parts;
    return db.transaction(async (tx) => {
      await tx.first(caller, lockLoan, { organizationId, accountId });
      const by = { assignedBy: caller.actor, assignedAt: isoInstant(clock.now()) };
      if (assignedTo !== null && assignedTo !== caller.actor) {
        const sought = { organizationId, at: by.assignedAt, subject: assignedTo };
        const rule = 'no operator of this lender with the role agent or above has this subject';
        if ((await operatorsOfLender(tx, sought)).length === 0)
          throw invalid([wrongValue('operator', rule, assignedTo)]);
      }
      const found = await tx.first(caller, assignLoan, { organizationId, accountId, assignedTo, ...by });
      const before = found?.before ?? null;
      if (found !== undefined && before !== assignedTo) {
        const act = { action: 'collection.assign', subject: accountId, organizationId };
        await recordAudit(tx, clock, caller, { ...act, before: { assignedTo: before }, after: { assignedTo } });
      }
      return this.#one(tx, caller, accountId);
    });
  }

  /** After waiting for the loan's other writers. Undefined: the loan is not in the queue, or another agent has it. */
  async #takeWaiting(tx: Transaction, caller: Principal, { organizationId, accountId }: Loan, now: Now) {
    const loan = { organizationId, accountId };
    await tx.first(caller, lockLoan, loan);
    return this.#take(tx, caller, loan, now, false);
  }

  /** Undefined: the loan is not to be taken now, or another transaction takes it. */
  async #take(
    tx: Transaction,
    caller: Principal,
    { organizationId, accountId }: Loan,
    { today, at, takenUntil }: Now,
    isNext: boolean,
  ): Promise<AccountCollection | undefined> {
    const agent = { actor: caller.actor, takenByName: nameOf(caller), takenUntil };
    const found = await tx.first(caller, takeLoan, { organizationId, accountId, ...agent, isNext, today, at });
    if (found === undefined) return undefined;
    const taken = await this.#one(tx, caller, accountId);
    const after = { takenBy: taken.takenBy, takenUntil: taken.takenUntil };
    const act = { action: 'collection.take', subject: accountId, organizationId, after };
    await recordAudit(tx, this.parts.clock, caller, act);
    return taken;
  }

  async #one(on: Queries, caller: Principal, accountId: string): Promise<AccountCollection> {
    const [found] = await this.#read(on, caller, [accountId]);
    if (found === undefined) throw new Problem('account_not_found');
    return found;
  }

  async #read(on: Queries, caller: Principal, accountIds: readonly string[]): Promise<readonly AccountCollection[]> {
    const rows: readonly CollectionRow[] = await on.many(caller, collectionsOfAccounts, {
      ...{ accountIds, today: this.#now().today, at: this.#now().at },
    });
    return rows.map((row) => ({
      ...row,
      promiseState: stateOf(row.promiseState),
      isMine: row.takenBy !== null && row.takenBy === caller.actor,
    }));
  }

  async #loan(principal: Principal, accountId: string) {
    const { db } = this.parts;
    const [account] = isId(accountId) ? await db.many(principal, accountsByIds, { ids: [accountId] }) : [];
    if (account === undefined) throw new Problem('account_not_found');
    const { organizationId } = account;
    return { organizationId, caller: limitToOrganization(principal, organizationId) };
  }

  #now(): Now {
    const now = this.parts.clock.now();
    return {
      today: servicingDate(now),
      at: isoInstant(now),
      takenUntil: isoInstant(now.add({ minutes: TAKEN_MINUTES })),
    };
  }
}

function nameOf({ name }: Principal) {
  return name === undefined ? null : maskedName(name);
}

function stateOf(stored: string | null): PromiseState | null {
  return stored === 'open' || stored === 'kept' || stored === 'broken' ? stored : null;
}
