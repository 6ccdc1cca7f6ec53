import type { EmailProvider } from './port.js';
import type { WebhookRequest } from './webhook-request.js';

/**
 * The email providers of this process. An explicit list, passed in at start; the first one that recognizes a request
 * gets it.
 */
export class EmailProviders {
  readonly #byCode: ReadonlyMap<string, EmailProvider>;

  constructor(providers: readonly EmailProvider[]) {
    this.#byCode = new Map(providers.map((provider) => [provider.code, provider]));
  }

  get codes(): readonly string[] {
    return [...this.#byCode.keys()];
  }

  /** The provider that the path names: `/campaign-events/webhook/{provider}`. */
  byCode(code: string): EmailProvider | undefined {
    return this.#byCode.get(code);
  }

  /** The provider that the headers name, when the path names none; the body is not read. */
  namedBy(request: WebhookRequest): EmailProvider | undefined {
    return [...this.#byCode.values()].find((provider) => provider.isNamedBy(request));
  }

  /** The provider whose format the body has. Use it last: parsing a large body is expensive. */
  lookingLike(request: WebhookRequest): EmailProvider | undefined {
    return [...this.#byCode.values()].find((provider) => provider.looksLike(request.sample));
  }
}
