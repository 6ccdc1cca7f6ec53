/** The headers by which email providers sign, in lower case. */
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

/** By names in lower case; one that was sent twice is a list of two. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The value of a header, by its name in lower case. One that is repeated or empty is as good as none. */
export function onlyHeader(headers: WebhookHeaders, name: string): string | undefined {
  const sent = Object.hasOwn(headers, name) ? headers[name] : undefined;
  const [value, ...more] = typeof sent === 'string' ? [sent] : (sent ?? []);
  return more.length === 0 && value !== '' ? value : undefined;
}

/** Of the providers that sign by a header, by code: whether a call has theirs. */
const SIGNS_BY: Readonly<Record<string, (headers: WebhookHeaders) => boolean>> = {
  sendgrid: (headers) => onlyHeader(headers, SENDGRID_HEADERS.signature) !== undefined,
  generic: (headers) => onlyHeader(headers, STANDARD_HEADERS.signature) !== undefined,
  postmark: (headers) => /^basic /i.test(onlyHeader(headers, 'authorization') ?? ''),
};

/**
 * Whether a header names the sender of a webhook call: a signature, or Basic credentials. Says nothing of whether they are right.
 *
 * @param provider - the code of the only one that it may be; undefined: any
 */
export function isSignedByHeader(headers: WebhookHeaders, provider?: string): boolean {
  const candidates = provider === undefined ? Object.values(SIGNS_BY) : [SIGNS_BY[provider]];
  return candidates.some((signs) => signs?.(headers) === true);
}
