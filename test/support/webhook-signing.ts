import { createHmac, createSign, type KeyObject } from 'node:crypto';

/*
 * The signatures that email providers send with an event, by their own documentation and not by our code: one
 * implementation for all tests.
 */

const SENDGRID = 'x-twilio-email-event-webhook';

/** ECDSA over timestamp and body. @param timestamp - seconds */
export function sendGridHeaders(privateKey: KeyObject, timestamp: string, body: Buffer | string) {
  const signature = createSign('sha256').update(timestamp).update(body).sign(privateKey, 'base64');
  return { [`${SENDGRID}-signature`]: signature, [`${SENDGRID}-timestamp`]: timestamp };
}

/** The member `signature` of its bodies. */
export function mailgunSignature(signingKey: string, timestamp: string, token: string) {
  const signature = createHmac('sha256', signingKey).update(`${timestamp}${token}`).digest('hex');
  return { timestamp, token, signature };
}

/** Standard Webhooks, with a symmetric key. */
export function standardHeaders(key: Buffer, id: string, timestamp: string, body: Buffer | string) {
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
