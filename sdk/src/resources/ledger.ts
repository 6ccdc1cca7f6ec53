import type { List } from '../list.js';
import type { CallOptions, KeyedCallOptions } from '../options.js';
import { type Api, keyOf } from '../transport/api.js';
import {
  type GeneralLedger,
  type LedgerAdjustment,
  type LedgerEntry,
  type LedgerLoan,
  type LedgerOperation,
  type LedgerWaiver,
  type NewLedgerLoan,
  type QueryOf,
  sentQuery,
} from '../types.js';

const ONE = '/v1/ledger/loans/{account_id}';

/** Loans of an organization's own ledger: book, disburse, correct, close. Each operation is done once per key. */
export class Ledger {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Books a loan as pending: nothing is owed before it is disbursed. */
  book(loan: NewLedgerLoan, options: KeyedCallOptions = {}): Promise<LedgerLoan> {
    const params = { header: keyOf(options) };
    return this.#api.ask(options, (sending) =>
      this.#api.base.POST('/v1/ledger/loans', { ...sending, params, body: loan }),
    );
  }

  get(accountId: string, options: CallOptions = {}): Promise<LedgerLoan> {
    return this.#api.ask(options, (sending) =>
      this.#api.base.GET(ONE, { ...sending, params: { path: { account_id: accountId } } }),
    );
  }

  /** Disburses a pending loan. */
  disburse(accountId: string, options: KeyedCallOptions = {}): Promise<LedgerOperation> {
    return this.#perform('disbursement', accountId, {}, options);
  }

  /** Forgives interest or fees. */
  waive(accountId: string, waiver: LedgerWaiver, options: KeyedCallOptions = {}): Promise<LedgerOperation> {
    return this.#perform('waivers', accountId, waiver, options);
  }

  /** Corrects the amounts owed; no component falls below 0. */
  adjust(accountId: string, adjustment: LedgerAdjustment, options: KeyedCallOptions = {}): Promise<LedgerOperation> {
    return this.#perform('adjustments', accountId, adjustment, options);
  }

  /** Writes the whole balance off. */
  chargeOff(accountId: string, reason: string, options: KeyedCallOptions = {}): Promise<LedgerOperation> {
    return this.#perform('charge-off', accountId, { reason }, options);
  }

  /** Reverses the charge-off, as if the loan had never been charged off. */
  undoChargeOff(accountId: string, reason: string, options: KeyedCallOptions = {}): Promise<LedgerOperation> {
    return this.#perform('charge-off/reversal', accountId, { reason }, options);
  }

  /** Closes permanently a loan that is paid in full or was never disbursed. */
  close(accountId: string, options: KeyedCallOptions = {}): Promise<LedgerOperation> {
    return this.#perform('closing', accountId, {}, options);
  }

  /** The journal: each entry with its debits and credits, which sum to zero. */
  entries(query: QueryOf<'/v1/ledger/entries'> = {}, options: CallOptions = {}): List<LedgerEntry> {
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET('/v1/ledger/entries', {
        ...sending,
        params: { query: { ...sentQuery<'/v1/ledger/entries'>(query), ...at } },
      }),
    );
  }

  /** Debits, credits and their difference by ledger account, for a period. */
  generalLedger(query: QueryOf<'/v1/ledger/general-ledger'> = {}, options: CallOptions = {}): Promise<GeneralLedger> {
    return this.#api.ask(options, async (sending) => {
      const { data } = await this.#api.base.GET('/v1/ledger/general-ledger', { ...sending, params: { query } });
      return { data: typeof data === 'string' ? undefined : data };
    });
  }

  #perform<Operation extends keyof Bodies>(
    operation: Operation,
    accountId: string,
    body: Bodies[Operation],
    options: KeyedCallOptions,
  ): Promise<LedgerOperation> {
    const params = { path: { account_id: accountId }, header: keyOf(options) };
    return this.#api.ask(options, (sending) =>
      this.#api.base.POST(`${ONE}/${operation}` as `${typeof ONE}/charge-off`, {
        ...sending,
        params,
        body: body as Bodies['charge-off'],
      }),
    );
  }
}

/** Manual operations by the end of their address, with their bodies. */
interface Bodies {
  readonly disbursement: object;
  readonly waivers: LedgerWaiver;
  readonly adjustments: LedgerAdjustment;
  readonly 'charge-off': { readonly reason: string };
  readonly 'charge-off/reversal': { readonly reason: string };
  readonly closing: object;
}
