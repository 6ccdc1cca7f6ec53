import { randomBytes, randomUUID } from 'node:crypto';
import { createGeneric } from '../../../connectors/email-providers/generic/generic.js';
import { standardHeaders } from '../webhook-signing.js';
import { type Sender, secondsOf } from './sender.js';

const spelled = (key: Buffer) => `whsec_${key.toString('base64')}`;

export function createGenericSender(): Sender {
  const key = randomBytes(32);
  return {
    code: 'generic',
    provider: createGeneric({ secrets: [spelled(key)] }),
    rotating: () => createGeneric({ secrets: [spelled(randomBytes(32)), spelled(key)] }),
    keyless: createGeneric({ secrets: [] }),
    signsBody: true,
    signsTime: true,
    click: (id) => ({
      id,
      event_type: 'click',
      occurred_at: '2025-11-21T04:40:00Z',
      recipient: 'borrower@example.com',
      url: 'https://example.com/pay',
      message_id: 'm-1',
      campaign_id: 'autumn',
    }),
    delivery: () => ({
      event_type: 'delivered',
      occurred_at: '2025-11-21T04:40:00Z',
      recipient: 'borrower@example.com',
    }),
    send: (event, at) => {
      const rawBody = Buffer.from(JSON.stringify(event));
      return { headers: standardHeaders(key, `msg_${randomUUID()}`, secondsOf(at), rawBody), rawBody };
    },
    misspell: ({ headers, rawBody }) => {
      const [, signature = ''] = String(headers['webhook-signature']).split(',');
      const bytes = Buffer.from(signature, 'base64');
      return [
        signature,
        `v1,${bytes.toString('hex')}`,
        `v1,${signature.replace('=', '')}`,
        `v1a,${signature}`,
        `v2,${signature}`,
        `V1,${signature}`,
        `v1, ${signature}`,
        `v1=${signature}`,
        'v1,',
        ',',
      ].map((spelled) => ({ headers: { ...headers, 'webhook-signature': spelled }, rawBody }));
    },
  };
}
