import type { CallOptions, KeyedCallOptions } from '../options.js';
import { type Api, keyOf } from '../transport/api.js';
import type { LedgerAdjustment, LedgerLoan, LedgerOperation, LedgerWaiver, NewLedgerLoan } from '../types.js';

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
    return this.#api.ask(this.#api.call(options), (sending) =>
      this.#api.base.POST('/v1/ledger/loans', { ...sending, params, body: loan }),
    );
  }

  get(accountId: string, options: CallOptions = {}): Promise<LedgerLoan> {
    return this.#api.ask(this.#api.call(options), (sending) =>
      this.#api.base.GET(ONE, { ...sending, params: { path: { account_id: accountId } } }),
    );
  }

  /** Disburses a pending loan. */
  disburse(accountId: string, options: KeyedCallOptions = {}): Promise<LedgerOperation> {
    const params = of(accountId, options);
    return this.#api.ask(this.#api.call(options), (sending) =>
      this.#api.base.POST(`${ONE}/disbursement`, { ...sending, params, body: {} }),
    );
  }

  /** Forgives interest or fees. */
  waive(accountId: string, waiver: LedgerWaiver, options: KeyedCallOptions = {}): Promise<LedgerOperation> {
    const params = of(accountId, options);
    return this.#api.ask(this.#api.call(options), (sending) =>
      this.#api.base.POST(`${ONE}/waivers`, { ...sending, params, body: waiver }),
    );
  }

  /** Corrects the amounts owed; no component falls below 0. */
  adjust(accountId: string, adjustment: LedgerAdjustment, options: KeyedCallOptions = {}): Promise<LedgerOperation> {
    const params = of(accountId, options);
    return this.#api.ask(this.#api.call(options), (sending) =>
      this.#api.base.POST(`${ONE}/adjustments`, { ...sending, params, body: adjustment }),
    );
  }

  /** Writes the whole balance off. */
  chargeOff(accountId: string, reason: string, options: KeyedCallOptions = {}): Promise<LedgerOperation> {
    const params = of(accountId, options);
    return this.#api.ask(this.#api.call(options), (sending) =>
      this.#api.base.POST(`${ONE}/charge-off`, { ...sending, params, body: { reason } }),
    );
  }

  /** Reverses the charge-off, as if the loan had never been charged off. */
  undoChargeOff(accountId: string, reason: string, options: KeyedCallOptions = {}): Promise<LedgerOperation> {
    const params = of(accountId, options);
    return this.#api.ask(this.#api.call(options), (sending) =>
      this.#api.base.POST(`${ONE}/charge-off/reversal`, { ...sending, params, body: { reason } }),
    );
  }

  /** Closes permanently a loan that is paid in full or was never disbursed. */
  close(accountId: string, options: KeyedCallOptions = {}): Promise<LedgerOperation> {
    const params = of(accountId, options);
    return this.#api.ask(this.#api.call(options), (sending) =>
      this.#api.base.POST(`${ONE}/closing`, { ...sending, params, body: {} }),
    );
  }
}

function of(accountId: string, options: KeyedCallOptions) {
  return { path: { account_id: accountId }, header: keyOf(options) };
}
