import { type Principal, requireScope } from '../../../core/auth/principal.js';
import type { Database } from '../../../core/db/database.js';
import { type Cursors, type Page, pageLimit, toPage } from '../../../core/db/keyset.js';
import { Problem } from '../../../core/errors/problem.js';
import { isId } from '../../../core/ids.js';
import { accountForPosting } from '../account/account.store.js';
import type { CollectedPaymentRow } from './collected-payment.row.js';
import { paymentById, paymentsByIds, paymentsOfAccount, withReversal } from './collected-payment.store.js';

/** Sorts after every ULID: where a list that runs from the newest begins. */
const AFTER_EVERY_ID = '8';

/** Reads the payments that were recorded through this API. */
export class CollectedPaymentService {
  readonly #db: Database;
  readonly #cursors: Cursors;

  constructor(db: Database, cursors: Cursors) {
    this.#db = db;
    this.#cursors = cursors;
  }

  /** @throws {Problem} `payment_not_found`, the same for a foreign and a missing id. */
  async one(principal: Principal, id: string): Promise<CollectedPaymentRow> {
    requireScope(principal, 'external_payments:read');
    const found = isId(id) ? await this.#db.first(principal, paymentById, { id }) : undefined;
    if (found === undefined) throw new Problem('payment_not_found');
    return withReversal(found);
  }

  /** In the order of `ids`; an error in the place of one that is not within reach. */
  async many(principal: Principal, ids: readonly string[]): Promise<readonly (CollectedPaymentRow | Error)[]> {
    requireScope(principal, 'external_payments:read');
    const rows = await this.#db.many(principal, paymentsByIds, { ids });
    const byId = new Map(rows.map((row) => [row.id, withReversal(row)]));
    return ids.map((id) => byId.get(id) ?? new Problem('payment_not_found'));
  }

  /** Newest first. @throws {Problem} `account_not_found`, `invalid_limit`, `validation_failed` for a bad cursor. */
  async ofAccount(
    principal: Principal,
    accountId: string,
    limit?: number | null,
    cursor?: string | null,
  ): Promise<Page<CollectedPaymentRow>> {
    requireScope(principal, 'external_payments:read');
    const size = pageLimit(limit);
    const subject = { list: 'collected_payments', filters: { account_id: accountId } };
    const [before = AFTER_EVERY_ID] = cursor ? this.#cursors.decode(subject, cursor) : [];
    if (!isId(accountId)) throw new Problem('account_not_found');
    const rows = await this.#db.many(principal, paymentsOfAccount, { accountId, before, limit: size + 1 });
    if (rows.length === 0) await this.#assertAccount(principal, accountId);
    return toPage(rows.map(withReversal), size, (last) => this.#cursors.encode(subject, [last.id]));
  }

  /** Only an empty page leaves open whether the account is there at all. */
  async #assertAccount(principal: Principal, id: string): Promise<void> {
    const found = await this.#db.first(principal, accountForPosting, { id });
    if (found === undefined) throw new Problem('account_not_found');
  }
}
