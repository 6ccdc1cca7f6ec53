import { jsonOf } from './reading/json.js';

/** Headers as Node gives them: names in lower case. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request as it came. Signatures cover its bytes, so nothing may have parsed and printed them again. */
export class WebhookRequest {
  readonly rawBody: Uint8Array;
  readonly #headers: WebhookHeaders;
  #parsed: { readonly body: unknown } | undefined;

  constructor(headers: WebhookHeaders, rawBody: Uint8Array) {
    this.#headers = headers;
    this.rawBody = rawBody;
  }

  /** The value of a header, by its name in lower case. One that is repeated or empty is as good as none. */
  header(name: string): string | undefined {
    const value = Object.hasOwn(this.#headers, name) ? this.#headers[name] : undefined;
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  /** The body as JSON, parsed once and only when somebody asks; undefined when it is none. */
  get body(): unknown {
    if (this.#parsed === undefined) {
      const json = jsonOf(this.rawBody);
      this.#parsed = { body: json.kind === 'json' ? json.value : undefined };
    }
    return this.#parsed.body;
  }
}
