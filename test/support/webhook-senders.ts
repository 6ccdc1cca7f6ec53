import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import type { EmailProviderCode } from '../../core/contract/campaign-event.js';
import { mailgunSignature, sendGridHeaders, standardHeaders } from './webhook-signing.js';

/** A recipient's action, in no provider's format yet. */
export interface SentEvent {
  readonly id: string;
  readonly type: 'open' | 'click' | 'bounce' | 'unsubscribe' | 'complaint';
  readonly bounceType?: 'hard' | 'soft';
  readonly recipient: string;
  /** The provider's identifier of the campaign. */
  readonly campaign: string;
  readonly at: Date;
  readonly isMachine?: boolean;
  /** Variables that the sender of the message has set. */
  readonly workspaceId?: string;
  /** The provider's id of the message; without it each event has its own message. */
  readonly message?: string;
}

export interface WebhookCall {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An email provider: it uses its own format, and signs with its own key. */
export interface WebhookSender {
  readonly code: EmailProviderCode;
  /** Whether one call may carry several events. */
  readonly sendsBatches: boolean;
  write(event: SentEvent): object;
  /** A call with these events, in the provider's format, signed `ageSeconds` ago. */
  call(events: readonly object[], ageSeconds?: number): WebhookCall;
}

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const mailgunKey = randomBytes(16).toString('hex');
const postmark = { username: 'postmark', password: randomBytes(16).toString('hex') };
const genericKey = randomBytes(32);

/** The settings of an instance with these senders. */
export const SENDER_ENVIRONMENT = {
  SENDGRID_WEBHOOK_PUBLIC_KEY: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  MAILGUN_WEBHOOK_SIGNING_KEY: mailgunKey,
  POSTMARK_WEBHOOK_USERNAME: postmark.username,
  POSTMARK_WEBHOOK_PASSWORD: postmark.password,
  GENERIC_WEBHOOK_SECRET: `whsec_${genericKey.toString('base64')}`,
};

const JSON_TYPE = { 'content-type': 'application/json' };
const stamp = (ageSeconds: number) => String(Math.floor(Date.now() / 1_000) - ageSeconds);
const LINK = 'https://example.com/pay';

const sendGrid: WebhookSender = {
  code: 'sendgrid',
  sendsBatches: true,
  write: ({ id, type, bounceType, recipient, campaign, at, isMachine, workspaceId, message = id }) => ({
    sg_event_id: id,
    event: type === 'complaint' ? 'spamreport' : type,
    email: recipient,
    timestamp: Math.floor(at.getTime() / 1_000),
    sg_message_id: `m-${message}`,
    singlesend_id: campaign,
    ...(workspaceId !== undefined && { workspace_id: workspaceId }),
    category: ['servicing'],
    ...(type === 'click' && { url: LINK }),
    ...(type === 'bounce' && { type: bounceType === 'soft' ? 'blocked' : 'bounce', status: '5.1.1' }),
    ...(isMachine === true && { sg_machine_open: true }),
  }),
  call: (events, ageSeconds = 0) => {
    const body = `${JSON.stringify(events)}\r\n`;
    return { headers: { ...JSON_TYPE, ...sendGridHeaders(privateKey, stamp(ageSeconds), body) }, body };
  },
};

const MAILGUN_EVENTS = {
  open: 'opened',
  click: 'clicked',
  bounce: 'failed',
  unsubscribe: 'unsubscribed',
  complaint: 'complained',
};

const mailgun: WebhookSender = {
  code: 'mailgun',
  sendsBatches: false,
  write: ({ id, type, bounceType, recipient, campaign, at, isMachine, workspaceId, message = id }) => ({
    id,
    event: MAILGUN_EVENTS[type],
    recipient,
    timestamp: at.getTime() / 1_000,
    tags: [campaign],
    ...(workspaceId !== undefined && { 'user-variables': { workspace_id: workspaceId } }),
    message: { headers: { 'message-id': `m-${message}` } },
    ...(type === 'click' && { url: LINK }),
    ...(type === 'bounce' && { severity: bounceType === 'soft' ? 'temporary' : 'permanent' }),
    ...(isMachine === true && { 'client-info': { bot: 'apple' } }),
  }),
  call: ([event = {}], ageSeconds = 0) => {
    const signature = mailgunSignature(mailgunKey, stamp(ageSeconds), randomBytes(25).toString('hex'));
    return { headers: JSON_TYPE, body: JSON.stringify({ signature, 'event-data': event }) };
  },
};

const RECORD_TYPES = {
  open: 'Open',
  click: 'Click',
  bounce: 'Bounce',
  unsubscribe: 'SubscriptionChange',
  complaint: 'SpamComplaint',
};

const postmarkSender: WebhookSender = {
  code: 'postmark',
  sendsBatches: false,
  write: ({ id, type, bounceType, recipient, campaign, at, isMachine, workspaceId, message = id }) => ({
    RecordType: RECORD_TYPES[type],
    MessageID: `m-${message}`,
    Tag: campaign,
    ...(workspaceId !== undefined && { Metadata: { workspace_id: workspaceId } }),
    MessageStream: 'broadcast',
    ...(type === 'open' && { Recipient: recipient, ReceivedAt: at.toISOString() }),
    ...(type === 'click' && { Recipient: recipient, ReceivedAt: at.toISOString(), OriginalLink: LINK }),
    ...(type === 'complaint' && { ID: id, Email: recipient, BouncedAt: at.toISOString(), Type: 'SpamComplaint' }),
    ...(type === 'bounce' && { ID: id, Email: recipient, BouncedAt: at.toISOString() }),
    ...(type === 'bounce' && { Type: bounceType === 'soft' ? 'SoftBounce' : 'HardBounce' }),
    ...(type === 'unsubscribe' && { Recipient: recipient, ChangedAt: at.toISOString(), SuppressSending: true }),
    ...(isMachine === true && { UserAgent: 'Proofpoint URL scanner' }),
  }),
  call: ([event = {}]) => {
    const credentials = Buffer.from(`${postmark.username}:${postmark.password}`).toString('base64');
    return { headers: { ...JSON_TYPE, authorization: `Basic ${credentials}` }, body: JSON.stringify(event) };
  },
};

const generic: WebhookSender = {
  code: 'generic',
  sendsBatches: true,
  write: ({ id, type, bounceType, recipient, campaign, at, isMachine, workspaceId, message = id }) => ({
    id,
    event_type: type,
    recipient,
    occurred_at: at.toISOString(),
    campaign_id: campaign,
    ...(workspaceId !== undefined && { workspace_id: workspaceId }),
    message_id: `m-${message}`,
    ...(type === 'click' && { url: LINK }),
    ...(type === 'bounce' && { bounce_type: bounceType ?? 'hard' }),
    ...(isMachine === true && { is_machine: true }),
  }),
  call: (events, ageSeconds = 0) => {
    const body = JSON.stringify(events);
    const headers = standardHeaders(genericKey, `msg_${randomUUID()}`, stamp(ageSeconds), body);
    return { headers: { ...JSON_TYPE, ...headers }, body };
  },
};

const BY_CODE: Readonly<Record<EmailProviderCode, WebhookSender>> = {
  sendgrid: sendGrid,
  mailgun,
  postmark: postmarkSender,
  generic,
};
export const WEBHOOK_SENDERS = Object.values(BY_CODE);
export const GENERIC_SENDER = generic;
