import { onlyHeader, type WebhookHeaders } from '../../core/contract/webhook-sender.js';
import { firstObjectOf } from './reading/first-object.js';
import { jsonOf } from './reading/json.js';

/** What is larger is not parsed where it comes in: a worker does that. Nothing that is signed inside its body comes near it. */
export const PARSED_BYTES = 65_536;

/** A request as it came. Signatures cover its bytes, so nothing may have parsed and printed them again. */
export class WebhookRequest {
  readonly rawBody: Uint8Array;
  readonly #headers: WebhookHeaders;
  #parsed: { readonly body: unknown } | undefined;
  #sampled: { readonly body: unknown } | undefined;

  constructor(headers: WebhookHeaders, rawBody: Uint8Array) {
    this.#headers = headers;
    this.rawBody = rawBody;
  }

  /** The value of a header, by its name in lower case. One that is repeated or empty is as good as none. */
  header(name: string): string | undefined {
    return onlyHeader(this.#headers, name);
  }

  /** Whether it is left to a worker to parse it. */
  get isLarge(): boolean {
    return this.rawBody.length > PARSED_BYTES;
  }

  /** The body as JSON, parsed once and only when somebody asks; undefined when it is none, or large. */
  get body(): unknown {
    if (this.#parsed === undefined) {
      const json = this.isLarge ? undefined : jsonOf(this.rawBody);
      this.#parsed = { body: json?.kind === 'json' ? json.value : undefined };
    }
    return this.#parsed.body;
  }

  /** By which a provider is told: the body; where it is large, with no more than its first event. */
  get sample(): unknown {
    if (!this.isLarge) return this.body;
    this.#sampled ??= { body: firstObjectOf(this.rawBody) };
    return this.#sampled.body;
  }
}
