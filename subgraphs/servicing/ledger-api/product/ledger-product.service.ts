import { changeOf, recordAudit } from '../../../../core/audit/record.js';
import { checkedBody, checkedWrite } from '../../../../core/contract/checked-write.js';
import { dateRange, instants } from '../../../../core/contract/date-range.js';
import {
  type CreateProductBody,
  createProductBody,
  type ReviseProductBody,
  reviseProductBody,
  updateProductBody,
} from '../../../../core/contract/ledger-product.js';
import { composed } from '../../../../core/contract/stored-text.js';
import type { Queries, Transaction } from '../../../../core/db/database.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { findRowKey } from '../../../../core/db/row-key.js';
import { invalid, Problem } from '../../../../core/errors/problem.js';
import { wrongValue } from '../../../../core/errors/validation.js';
import type { ListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { readRequestedPage } from '../../../../core/graphql/read-requested-page.js';
import { fingerprint } from '../../../../core/idempotency/fingerprint.js';
import { type OnceAnswer, type WriteOnceParts, writeOnce } from '../../../../core/idempotency/write-once.js';
import { isId } from '../../../../core/ids/ids.js';
import { cents } from '../../../../core/money.js';
import { limitToOrganization, type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { isoInstant } from '../../../../core/time/dates.js';
import {
  insertProduct,
  insertVersion,
  type LedgerProductRow,
  lockProduct,
  PRODUCTS,
  productOwner,
  productsByIds,
  updateProduct,
  type VersionRow,
} from '../../../../ledger/product/ledger-product.store.js';
import { BUILT_IN_TERMS } from '../../../../ledger/rules/product-terms.js';
import { keptProduct, writtenProduct } from './product-response.js';
import { requireActive, requireKnown } from './require-active-organization.js';

export type ProductServiceParts = WriteOnceParts & Pick<ServiceParts, 'clock' | 'cursors'>;

interface KeyedBody {
  readonly idempotencyKey: string;
  readonly body: unknown;
}

type Terms = Omit<VersionRow, 'version' | 'createdAt' | 'createdBy'>;

/** Defaults for a product without terms of its own: the terms of loans without a product. */
const FIRST_TERMS: Terms = { ...BUILT_IN_TERMS, nsfFeeCents: 0 };

/** Products of lenders: the terms for calculating their loans. Terms are versioned, and a version never changes. */
export class LedgerProductService {
  constructor(private readonly parts: ProductServiceParts) {}

  /** Newest first; `from` and `to` are creation dates, UTC. */
  list(principal: Principal, request: ListArguments): Promise<Page<LedgerProductRow>> {
    requireScope(principal, 'ledger:read');
    const { from, to } = request;
    const created = instants(dateRange(from, to));
    return readRequestedPage(this.parts, principal, PRODUCTS, created, {}, request);
  }

  /** @throws {Problem} `ledger_product_not_found`, the same for a foreign and a missing id. */
  one(principal: Principal, id: string): Promise<LedgerProductRow> {
    requireScope(principal, 'ledger:read');
    return found(this.parts.db, principal, id);
  }

  /**
   * @throws {Problem} `validation_failed`, `organization_out_of_scope`, `organization_inactive`, `ledger_product_code_in_use`,
   *   `idempotency_conflict`, `idempotency_in_progress`
   */
  async create(principal: Principal, request: KeyedBody): Promise<OnceAnswer<LedgerProductRow>> {
    requireScope(principal, 'ledger:write');
    const body = checkedWrite(createProductBody, request);
    const organizationId = organizationOf(principal, body);
    const caller = limitToOrganization(principal, organizationId);
    await requireKnown(this.parts.db, caller, organizationId);
    // A caller with one organization may omit it; with or without it, the request is the same.
    const mark = fingerprint([], { ...body, organization_id: null });
    return writeOnce(this.parts, caller, {
      request: { organizationId, operation: 'create_ledger_product', fingerprint: mark },
      idempotencyKey: request.idempotencyKey,
      kept: keptProduct,
      write: async (tx, id) => {
        await requireActive(tx, caller, organizationId);
        const [code, name] = [composed(body.code), composed(body.name)];
        const createdAt = isoInstant(this.parts.clock.now());
        const made = await tx.first(caller, insertProduct, { id, organizationId, code, name, createdAt });
        if (made === undefined) throw new Problem('ledger_product_code_in_use');
        await this.#writeVersion(tx, caller, { organizationId, productId: id, version: 1 }, revised(FIRST_TERMS, body));
        const after = await found(tx, caller, id);
        const act = { action: 'ledger_product.create', subject: id, organizationId, after };
        await recordAudit(tx, this.parts.clock, principal, act);
        return { resource: after, written: writtenProduct(after) };
      },
    });
  }

  /**
   * Creates the next version; existing loans keep theirs.
   *
   * @throws {Problem} `validation_failed`, `ledger_product_not_found`, `organization_inactive`, `idempotency_conflict`,
   *   `idempotency_in_progress`
   */
  async revise(principal: Principal, id: string, request: KeyedBody): Promise<OnceAnswer<LedgerProductRow>> {
    requireScope(principal, 'ledger:write');
    const body = checkedWrite(reviseProductBody, request);
    const { organizationId } = await found(this.parts.db, principal, id);
    const caller = limitToOrganization(principal, organizationId);
    return writeOnce(this.parts, caller, {
      request: { organizationId, operation: 'revise_ledger_product', fingerprint: fingerprint([id], body) },
      idempotencyKey: request.idempotencyKey,
      kept: keptProduct,
      write: async (tx) => {
        await requireActive(tx, caller, organizationId);
        const before = await locked(tx, caller, id);
        const { name, isActive } = before;
        const version = before.currentVersion + 1;
        const terms = revised(currentTerms(before), body);
        await this.#writeVersion(tx, caller, { organizationId, productId: id, version }, terms);
        await tx.many(caller, updateProduct, { id, organizationId, name, isActive, currentVersion: version });
        const after = await found(tx, caller, id);
        const change = changeOf(currentTerms(before), terms);
        const act = {
          ...{ action: 'ledger_product.revise', subject: id, organizationId },
          ...{ before: change.before, after: { ...change.after, version } },
        };
        await recordAudit(tx, this.parts.clock, principal, act);
        return { resource: after, written: writtenProduct(after) };
      },
    });
  }

  /**
   * Renames a product, or deactivates and reactivates it. Loans already booked under it are unaffected.
   *
   * @throws {Problem} `validation_failed`, `ledger_product_not_found`
   */
  async update(principal: Principal, id: string, body: unknown): Promise<LedgerProductRow> {
    requireScope(principal, 'ledger:write');
    const change = checkedBody(updateProductBody, body);
    if (!isId(id)) throw new Problem('ledger_product_not_found');
    return this.parts.db.transaction(async (tx) => {
      const before = await locked(tx, principal, id);
      const { organizationId, currentVersion } = before;
      const next = { name: composed(change.name) ?? before.name, isActive: change.is_active ?? before.isActive };
      await tx.many(principal, updateProduct, { id, organizationId, currentVersion, ...next });
      const after = await found(tx, principal, id);
      const act = { action: 'ledger_product.update', subject: id, organizationId, ...changeOf(before, after) };
      await recordAudit(tx, this.parts.clock, principal, act);
      return after;
    });
  }

  async #writeVersion(
    tx: Transaction,
    by: Principal,
    key: { readonly organizationId: string; readonly productId: string; readonly version: number },
    { nsfFeeCents, lateFeeCents, toleranceCents, ...terms }: Terms,
  ): Promise<void> {
    const amounts = {
      nsfFeeCents: cents(nsfFeeCents),
      lateFeeCents: cents(lateFeeCents),
      toleranceCents: cents(toleranceCents),
    };
    const made = { createdAt: isoInstant(this.parts.clock.now()), createdBy: by.actor };
    await tx.many(by, insertVersion, { ...key, ...terms, ...amounts, ...made });
  }
}

async function found(on: Queries, principal: Principal, id: string): Promise<LedgerProductRow> {
  const row = isId(id) ? await on.first(principal, productsByIds, { ids: [id] }) : undefined;
  if (row === undefined) throw new Problem('ledger_product_not_found');
  return row;
}

/** Read under the lock: an earlier read may be a version behind. */
async function locked(tx: Transaction, principal: Principal, id: string): Promise<LedgerProductRow> {
  const key = await findRowKey(tx, principal, productOwner, id);
  const held = key && (await tx.first(principal, lockProduct, key));
  if (held === undefined) throw new Problem('ledger_product_not_found');
  return found(tx, principal, id);
}

function currentTerms({ id, versions, currentVersion }: LedgerProductRow): Terms {
  const current = versions.find(({ version }) => version === currentVersion);
  if (current === undefined) throw new Error(`product ${id} has no version ${currentVersion}`);
  const { version: _version, createdAt: _createdAt, createdBy: _createdBy, ...terms } = current;
  return terms;
}

/** An omitted field keeps its value; only `charge_off_at_days` accepts null. */
function revised(terms: Terms, body: ReviseProductBody): Terms {
  return {
    dayCount: body.day_count ?? terms.dayCount,
    applicationOrder: body.application_order ?? terms.applicationOrder,
    nsfFeeCents: body.nsf_fee_cents ?? terms.nsfFeeCents,
    lateFeeCents: body.late_fee_cents ?? terms.lateFeeCents,
    lateFeeGraceDays: body.late_fee_grace_days ?? terms.lateFeeGraceDays,
    chargeOffAtDays: body.charge_off_at_days === undefined ? terms.chargeOffAtDays : body.charge_off_at_days,
    toleranceCents: body.tolerance_cents ?? terms.toleranceCents,
    payoffRule: body.payoff_rule ?? terms.payoffRule,
    accrueTo: body.accrue_to ?? terms.accrueTo,
  };
}

/** @throws {Problem} `validation_failed` when it is omitted and the caller has several; `organization_out_of_scope` */
function organizationOf(principal: Principal, { organization_id: named }: CreateProductBody): string {
  if (named) {
    limitToOrganization(principal, named);
    return named;
  }
  const [only, ...others] = principal.organizationIds === 'all' ? [] : principal.organizationIds;
  if (only !== undefined && others.length === 0) return only;
  throw invalid([wrongValue('organization_id', 'it is required for a caller with several organizations', null)]);
}
