import type { List } from '../list.js';
import type { CallOptions, KeyedCallOptions } from '../options.js';
import { type Api, keyOf } from '../transport/api.js';
import type { LedgerProduct, LedgerProductChange, LedgerProductTerms, NewLedgerProduct, QueryOf } from '../types.js';

const ALL = '/v1/ledger/products';
const ONE = `${ALL}/{product_id}` as const;

/** Kinds of loans in the ledger and their terms, in versions. An existing loan keeps the version it was booked with. */
export class LedgerProducts {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  create(product: NewLedgerProduct, options: KeyedCallOptions = {}): Promise<LedgerProduct> {
    const params = { header: keyOf(options) };
    return this.#api.ask(options, (sending) => this.#api.base.POST(ALL, { ...sending, params, body: product }));
  }

  list(query: QueryOf<typeof ALL> = {}, options: CallOptions = {}): List<LedgerProduct> {
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET(ALL, { ...sending, params: { query: { ...query, ...at } } }),
    );
  }

  get(productId: string, options: CallOptions = {}): Promise<LedgerProduct> {
    return this.#api.ask(options, (sending) =>
      this.#api.base.GET(ONE, { ...sending, params: { path: { product_id: productId } } }),
    );
  }

  /** Its name, or whether loans can be booked with it. */
  update(productId: string, change: LedgerProductChange, options: CallOptions = {}): Promise<LedgerProduct> {
    const params = { path: { product_id: productId } };
    return this.#api.ask(options, (sending) => this.#api.base.PATCH(ONE, { ...sending, params, body: change }));
  }

  /** Adds a version of the terms; omitted terms stay as they are. */
  revise(productId: string, terms: LedgerProductTerms, options: KeyedCallOptions = {}): Promise<LedgerProduct> {
    const params = { path: { product_id: productId }, header: keyOf(options) };
    return this.#api.ask(options, (sending) =>
      this.#api.base.POST(`${ONE}/versions`, { ...sending, params, body: terms }),
    );
  }
}
