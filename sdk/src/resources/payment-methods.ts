import type { List } from '../list.js';
import type { CallOptions } from '../options.js';
import type { Api } from '../transport/api.js';
import type { PaymentMethod, PaymentMethodChange, QueryOf } from '../types.js';

/** Stored cards and bank accounts, with display-safe fields only. Add new cards with `tributary.secure`. */
export class PaymentMethods {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Includes inactive ones. */
  list(query: QueryOf<'/v1/payment-methods'> = {}, options: CallOptions = {}): List<PaymentMethod> {
    return this.#api.list(options, (sending, at) =>
      this.#api.base.GET('/v1/payment-methods', { ...sending, params: { query: { ...query, ...at } } }),
    );
  }

  get(id: string, options: CallOptions = {}): Promise<PaymentMethod> {
    return this.#api.ask(options, (sending) =>
      this.#api.base.GET('/v1/payment-methods/{id}', { ...sending, params: { path: { id } } }),
    );
  }

  update(id: string, change: PaymentMethodChange, options: CallOptions = {}): Promise<PaymentMethod> {
    return this.#api.ask(options, (sending) =>
      this.#api.base.PATCH('/v1/payment-methods/{id}', { ...sending, params: { path: { id } }, body: change }),
    );
  }

  /** It stays in the list, inactive. Rejected with `payment_method_in_use` while a schedule uses it. */
  deactivate(id: string, options: CallOptions = {}): Promise<void> {
    return this.#api.tell(options, (sending) =>
      this.#api.base.DELETE('/v1/payment-methods/{id}', { ...sending, params: { path: { id } } }),
    );
  }
}
