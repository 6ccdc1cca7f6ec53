import { z } from 'zod';
import type { Logger } from '../../../core/logging/logger.js';
import type { ListedLoan, SourcePerson, TransactionSetPage } from '../../../loan-model/loan-source-types.js';
import type { LoanSetSource, Reached } from '../../../loan-model/port.js';
import type { MambuApi } from './api.js';
import { clientPerson, holderOf } from './persons.js';
import { clientShape, headShape, transactionShape } from './response-schemas.js';
import { sourceTransactions } from './source-transactions.js';

/** Mambu's own limit. */
export const MOST_PER_PAGE = 1_000;
/** Answers of more rows cost more than the calls that they save: all of their objects exist at the same time. */
const TRANSACTIONS_PER_PAGE = 500;
/** Where a search by cursor begins. */
export const FIRST_CURSOR = '_';

/**
 * Mambu searches loans, transactions and clients by many keys at once. It has no such search for schedules, and groups
 * are few: both are read one by one.
 */
export class MambuSetSource implements LoanSetSource {
  readonly #api: MambuApi;
  readonly #log: Logger;

  constructor(api: MambuApi, log: Logger) {
    this.#api = api;
    this.#log = log;
  }

  async loans(externalIds: readonly string[]): Promise<Reached<ReadonlyMap<string, ListedLoan>>> {
    const query = { detailsLevel: 'BASIC', offset: 0, limit: MOST_PER_PAGE };
    const read = await this.#search('/loans:search', 'encodedKey', externalIds, query, z.array(headShape));
    if (read.kind === 'unavailable') return read;
    const found = read.value.content.map((content) => ({ externalId: content.encodedKey, content }));
    return { kind: 'answered', value: new Map(found.map((loan) => [loan.externalId, loan])) };
  }

  async transactions(externalIds: readonly string[], page: string | null): Promise<Reached<TransactionSetPage>> {
    const query = { detailsLevel: 'BASIC', cursor: page ?? FIRST_CURSOR, limit: TRANSACTIONS_PER_PAGE };
    const shape = z.array(transactionShape);
    const read = await this.#search('/loans/transactions:search', 'parentAccountKey', externalIds, query, shape);
    if (read.kind === 'unavailable') return read;
    const { content, headers } = read.value;
    const transactions = content.flatMap((one) =>
      sourceTransactions(one, this.#log).map((transaction) => ({ loan: one.parentAccountKey, transaction })),
    );
    return { kind: 'answered', value: { transactions, next: headers['items-next-cursor'] || null } };
  }

  async persons(externalIds: readonly string[]): Promise<Reached<readonly SourcePerson[]>> {
    const keys = externalIds.filter((externalId) => !holderOf(externalId).isGroup).slice(0, MOST_PER_PAGE);
    if (keys.length === 0) return { kind: 'answered', value: [] };
    const query = { detailsLevel: 'FULL', offset: 0, limit: MOST_PER_PAGE };
    const read = await this.#search('/clients:search', 'encodedKey', keys, query, z.array(clientShape));
    if (read.kind === 'unavailable') return read;
    return { kind: 'answered', value: read.value.content.map((client) => clientPerson(client.encodedKey, client)) };
  }

  async #search<S extends z.ZodType>(
    path: string,
    field: string,
    values: readonly string[],
    query: Readonly<Record<string, string | number>>,
    shape: S,
  ): Promise<Reached<{ readonly content: z.output<S>; readonly headers: Readonly<Record<string, string>> }>> {
    const body = { filterCriteria: [{ field, operator: 'IN', values }] };
    const read = await this.#api.read({ method: 'POST', path, query, body }, shape);
    if (read.kind === 'unavailable') return read;
    return read.value === 'absent' ? { kind: 'unavailable' } : { kind: 'answered', value: read.value };
  }
}
