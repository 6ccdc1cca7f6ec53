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

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Whether a header names the sender of a webhook call: a signature, or Basic credentials. Says nothing of whether they are right. */
export function isSignedByHeader(headers: Headers): boolean {
  return (
    SENDGRID_HEADERS.signature in headers ||
    STANDARD_HEADERS.signature in headers ||
    /^basic /i.test(String(headers['authorization'] ?? ''))
  );
}
