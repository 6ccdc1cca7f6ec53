import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { send } from './api.js';
import type { CampaignEventsHarness } from './campaign-events-harness.js';
import { type SentEvent, WEBHOOK_SENDERS, type WebhookCall, type WebhookSender } from './webhook-senders.js';
import { mailgunSignature, sendGridHeaders, standardHeaders } from './webhook-signing.js';

/** A lender's own webhook address, and a provider that signs for this address only. */
export interface LenderWebhookAddress {
  readonly id: string;
  readonly path: string;
  readonly sender: WebhookSender;
  call(event: SentEvent): WebhookCall;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const now = () => String(Math.floor(Date.now() / 1_000));

/** Created over REST with the lender's own key. */
export async function lenderWebhookAddress(
  harness: CampaignEventsHarness,
  provider: WebhookSender['code'],
): Promise<LenderWebhookAddress> {
  const sender = WEBHOOK_SENDERS.find(({ code }) => code === provider);
  if (sender === undefined) throw new Error(`no sender ${provider}`);
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signingKey = randomBytes(16).toString('hex');
  const body = {
    organization_id: harness.lender.organizationId,
    provider,
    name: 'Reminders',
    ...(provider === 'sendgrid' && {
      public_key: pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    }),
    ...(provider === 'mailgun' && { signing_key: signingKey }),
  };
  const made = await send(`${harness.instance.baseUrl}/campaign-events/webhook-addresses/`, {
    method: 'POST',
    headers: { ...JSON_TYPE, authorization: `Bearer ${harness.key}` },
    body: JSON.stringify(body),
  });
  if (made.status !== 201) throw new Error(`${made.status} ${made.text}`);
  const { address, username, secret } = made.json;
  const signed: Readonly<Record<WebhookSender['code'], (event: object) => WebhookCall>> = {
    sendgrid: (event) => {
      const text = `${JSON.stringify([event])}\r\n`;
      return { headers: { ...JSON_TYPE, ...sendGridHeaders(pair.privateKey, now(), text) }, body: text };
    },
    mailgun: (event) => {
      const signature = mailgunSignature(signingKey, now(), randomBytes(25).toString('hex'));
      return { headers: JSON_TYPE, body: JSON.stringify({ signature, 'event-data': event }) };
    },
    postmark: (event) => {
      const authorization = `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;
      return { headers: { ...JSON_TYPE, authorization }, body: JSON.stringify(event) };
    },
    generic: (event) => {
      const text = JSON.stringify([event]);
      const key = Buffer.from(String(secret).slice('whsec_'.length), 'base64');
      return { headers: { ...JSON_TYPE, ...standardHeaders(key, `msg_${randomUUID()}`, now(), text) }, body: text };
    },
  };
  return { id: address.id, path: address.path, sender, call: (event) => signed[provider](sender.write(event)) };
}
