import { onlyHeader, type WebhookHeaders } from '../../core/contract/webhook-signature-headers.js';
import { firstObjectOf } from './reading/first-object.js';
import { jsonOf } from './reading/json.js';

/**
 * A larger body is not parsed when it arrives; a worker parses it. Calls with the signature inside the body are far
 * smaller.
 */
export const PARSED_BYTES = 65_536;

/** A request in its raw form. Signatures cover its bytes, so it must not have been parsed and serialized again. */
export class WebhookRequest {
  readonly rawBody: Uint8Array;
  readonly #headers: WebhookHeaders;
  #parsed: { readonly body: unknown } | undefined;
  #sampled: { readonly body: unknown } | undefined;

  constructor(headers: WebhookHeaders, rawBody: Uint8Array) {
    this.#headers = headers;
    this.rawBody = rawBody;
  }

  /** The value of a header, by its name in lower case. A repeated or empty header counts as missing. */
  header(name: string): string | undefined {
    return onlyHeader(this.#headers, name);
  }

  /** Whether parsing is left to a worker. */
  get isLarge(): boolean {
    return this.rawBody.length > PARSED_BYTES;
  }

  /** The body as JSON, parsed once on first use; undefined when it is not JSON, or large. */
  get body(): unknown {
    if (this.#parsed === undefined) {
      const json = this.isLarge ? undefined : jsonOf(this.rawBody);
      this.#parsed = { body: json?.kind === 'json' ? json.value : undefined };
    }
    return this.#parsed.body;
  }

  /** The part of the request that identifies its provider: the body, or only the first event of a large body. */
  get sample(): unknown {
    if (!this.isLarge) return this.body;
    this.#sampled ??= { body: firstObjectOf(this.rawBody) };
    return this.#sampled.body;
  }
}
