import { randomBytes } from 'node:crypto';
import { createPostmark } from '../../../connectors/email-providers/postmark/postmark.js';
import type { Sender } from './sender.js';

export function createPostmarkSender(): Sender {
  const [username, password] = ['postmark', `p:${randomBytes(16).toString('hex')}é`];
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return {
    code: 'postmark',
    provider: createPostmark({ credentials: { username, passwords: [password] } }),
    rotating: () => createPostmark({ credentials: { username, passwords: ['another', password] } }),
    keyless: createPostmark({ credentials: undefined }),
    signsBody: false,
    signsTime: false,
    click: (id) => ({
      RecordType: 'Click',
      MessageID: id,
      Recipient: 'borrower@example.com',
      ReceivedAt: '2025-11-21T04:40:00.0896760Z',
      OriginalLink: 'https://example.com/pay',
      MessageStream: 'broadcast',
    }),
    delivery: () => ({
      RecordType: 'Delivery',
      Recipient: 'borrower@example.com',
      DeliveredAt: '2025-11-21T04:40:00Z',
    }),
    send: (event) => ({ headers: { authorization }, rawBody: Buffer.from(JSON.stringify(event)) }),
    misspell: ({ headers, rawBody }) => {
      const [, encoded = ''] = authorization.split(' ');
      const plain = Buffer.from(encoded, 'base64');
      return [
        `Basic ${plain.toString('hex')}`,
        `Basic ${plain.toString('latin1').slice(0, 20)}`,
        `Basic ${encoded}=`,
        `Basic  ${encoded}`,
        `Basic ${encoded} ${encoded}`,
        'Basic',
        'Basic ',
        `Bearer ${encoded}`,
        encoded,
      ].map((spelled) => ({ headers: { ...headers, authorization: spelled }, rawBody }));
    },
  };
}
