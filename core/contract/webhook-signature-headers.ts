/** The headers with which email providers sign, in lower case. */
export const SENDGRID_HEADERS = {
  signature: 'x-twilio-email-event-webhook-signature',
  timestamp: 'x-twilio-email-event-webhook-timestamp',
} as const;

/** Standard Webhooks: https://www.standardwebhooks.com */
export const STANDARD_HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

/** By names in lower case; a repeated header is a list. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The value of a header, by its name in lower case. A repeated or empty header counts as missing. */
export function onlyHeader(headers: WebhookHeaders, name: string): string | undefined {
  const sent = Object.hasOwn(headers, name) ? headers[name] : undefined;
  const [value, ...more] = typeof sent === 'string' ? [sent] : (sent ?? []);
  return more.length === 0 && value !== '' ? value : undefined;
}

/** For providers that sign in headers, by code: whether a call has their signature. */
const SIGNS_BY: Readonly<Record<string, (headers: WebhookHeaders) => boolean>> = {
  sendgrid: (headers) => onlyHeader(headers, SENDGRID_HEADERS.signature) !== undefined,
  generic: (headers) => onlyHeader(headers, STANDARD_HEADERS.signature) !== undefined,
  postmark: (headers) => /^basic /i.test(onlyHeader(headers, 'authorization') ?? ''),
};

/**
 * Whether a header identifies the sender of a webhook call: a signature, or Basic credentials. It does not verify
 * them.
 *
 * @param provider - the code of the only provider to consider; undefined: any
 */
export function isSignedByHeader(headers: WebhookHeaders, provider?: string): boolean {
  const candidates = provider === undefined ? Object.values(SIGNS_BY) : [SIGNS_BY[provider]];
  return candidates.some((signs) => signs?.(headers) === true);
}
