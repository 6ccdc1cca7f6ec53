import type { List } from '../list.js';
import { type CallOptions, type KeyedCallOptions, withFileTimeouts } from '../options.js';
import { type Api, keyOf } from '../transport/api.js';
import type { File } from '../transport/send-once.js';
import type {
  NewPaymentBatch,
  PaymentBatch,
  PaymentBatchDetail,
  PaymentBatchResult,
  QueryOf,
  QueryToPost,
} from '../types.js';

const ALL = '/v1/payment-batches';
const ONE = `${ALL}/{batch_id}` as const;

/** Up to 10,000 payments at once, each recorded once by its own key. */
export class PaymentBatches {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Submits a batch; poll `get` until `finished_at` is set. */
  create(batch: NewPaymentBatch, options: KeyedCallOptions = {}): Promise<PaymentBatchDetail> {
    const params = { header: keyOf(options) };
    return this.#api.ask(withFileTimeouts(options), (sending) =>
      this.#api.base.POST(ALL, { ...sending, params, body: batch }),
    );
  }

  /** The same from a CSV file. */
  createFrom(
    file: File,
    query: QueryToPost<typeof ALL> = {},
    options: KeyedCallOptions = {},
  ): Promise<PaymentBatchDetail> {
    const params = { query, header: keyOf(options) };
    const headers = { 'content-type': 'text/csv' };
    return this.#api.ask(
      withFileTimeouts(options),
      (sending) => this.#api.base.POST(ALL, { ...sending, params, headers, body: '' }),
      file,
    );
  }

  list(query: QueryOf<typeof ALL> = {}, options: CallOptions = {}): List<PaymentBatch> {
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET(ALL, { ...sending, params: { query: { ...query, ...at } } }),
    );
  }

  get(batchId: string, options: CallOptions = {}): Promise<PaymentBatchDetail> {
    return this.#api.ask(options, (sending) =>
      this.#api.base.GET(ONE, { ...sending, params: { path: { batch_id: batchId } } }),
    );
  }

  /** The outcome of each row, in row order. */
  results(
    batchId: string,
    query: QueryOf<'/v1/payment-batches/{batch_id}/results'> = {},
    options: CallOptions = {},
  ): List<PaymentBatchResult> {
    const path = { batch_id: batchId };
    return this.#api.list(options, async (sending, at) => {
      const params = { path, query: { ...query, ...at } };
      const { data } = await this.#api.base.GET(`${ONE}/results`, { ...sending, params });
      return { data: typeof data === 'string' ? undefined : data };
    });
  }

  /** Continues after the row at which the batch stopped. */
  resume(batchId: string, options: KeyedCallOptions = {}): Promise<PaymentBatchDetail> {
    const params = { path: { batch_id: batchId }, header: keyOf(options) };
    return this.#api.ask(options, (sending) => this.#api.base.POST(`${ONE}/resume`, { ...sending, params }));
  }
}
