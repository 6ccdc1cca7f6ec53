import { z } from 'zod';
import { checkedBody } from '../../../core/contract/checked-write.js';
import { text } from '../../../core/contract/text.js';
import type { Database } from '../../../core/db/database.js';
import { hasScope, limitToOrganization, type Principal, requireScope } from '../../../core/principal/principal.js';
import type { Scope } from '../../../core/principal/scopes.js';
import {
  hitsById,
  hitsByOutsideReference,
  hitsByReferenceNumber,
  MOST_FOUND,
  methodsByLastFour,
  paymentsByAmount,
  paymentsByCheckNumber,
  paymentsByReference,
  type SearchedKind,
  type SearchHitRow,
} from './search.reads.store.js';
import type { PaymentSearchArguments } from './search.type.js';
import { namedIn } from './search-text.js';

const searchBody = z.object({ text: text({ minimum: 1, maximum: 100 }) });

/** The scope without which objects of a kind are not found. */
const READ_BY: Readonly<Record<SearchedKind, Scope>> = {
  payment: 'external_payments:read',
  autopay_run: 'autopay:read',
  autopay_schedule: 'autopay:read',
  payment_method: 'payment_methods:read',
  dispute: 'autopay:read',
};

/** Finds payments, charges and stored instruments by what a person reads from a receipt, a check or a statement. */
export class PaymentSearchService {
  constructor(private readonly db: Database) {}

  /**
   * At most `MOST_FOUND`, the most certain first: an id, a reference, a number, an amount.
   *
   * @throws {Problem} `insufficient_scope`, `organization_out_of_scope`, `validation_failed`.
   */
  async find(principal: Principal, request: PaymentSearchArguments): Promise<readonly SearchHitRow[]> {
    requireScope(principal, 'external_payments:read');
    const caller = limitToOrganization(principal, request.organizationId);
    const { text: sought } = checkedBody(searchBody, { text: request.text });
    const found = await Promise.all(this.#lookups(caller, sought));
    return found.flat().filter(isFirst).filter(isReadableBy(caller)).slice(0, MOST_FOUND);
  }

  /** Each lookup finds its rows by an index. */
  #lookups(caller: Principal, sought: string): readonly Promise<readonly SearchHitRow[]>[] {
    const { db } = this;
    const { id, reference, number, cents, instrument } = namedIn(sought);
    if (id !== undefined)
      return [db.many(caller, hitsById, { id }), db.many(caller, hitsByOutsideReference, { reference: id })];
    return [
      db.many(caller, paymentsByReference, { value: reference }),
      db.many(caller, hitsByOutsideReference, { reference }),
      ...(number === undefined
        ? []
        : [
            db.many(caller, hitsByReferenceNumber, { number }),
            db.many(caller, paymentsByCheckNumber, { value: number }),
          ]),
      ...(cents === undefined ? [] : [db.many(caller, paymentsByAmount, { value: cents })]),
      ...(instrument === undefined || !hasScope(caller, READ_BY.payment_method)
        ? []
        : [
            db.many(caller, methodsByLastFour, {
              lastFour: instrument.lastFour,
              // What a caller may not read must not be found out by trying.
              loanNumber: hasScope(caller, 'accounts:read') ? instrument.rest : null,
              cents: hasScope(caller, 'autopay:read') ? instrument.cents : null,
              nameText: hasScope(caller, 'persons:read') ? instrument.rest : null,
            }),
          ]),
    ];
  }
}

/** An object that several lookups find is shown once, as the most certain one found it. */
function isFirst({ kind, id }: SearchHitRow, index: number, all: readonly SearchHitRow[]): boolean {
  return all.findIndex((other) => other.kind === kind && other.id === id) === index;
}

function isReadableBy(caller: Principal) {
  return ({ kind }: SearchHitRow) => hasScope(caller, READ_BY[kind as SearchedKind]);
}
