import type { KeyedCallOptions } from '../options.js';
import { type Api, keyOf } from '../transport/api.js';
import type { CardCapture, PaymentMethod } from '../types.js';

/** Card capture. Card numbers go to `secureUrl` and to no other host. */
export class Secure {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Stores a card, once. @throws {TypeError} when the client has no `secureUrl`. */
  async captureCard(capture: CardCapture, options: KeyedCallOptions = {}): Promise<PaymentMethod> {
    const { secure } = this.#api;
    if (secure === undefined) throw new TypeError('Tributary: secureUrl is required to capture cards');
    const params = { header: keyOf(options) };
    return this.#api.ask(options, (sending) =>
      secure.POST('/v1/payment-methods/cards', { ...sending, params, body: capture }),
    );
  }
}
