import { randomBytes } from 'node:crypto';
import { createMailgun } from '../../../connectors/email-providers/mailgun/mailgun.js';
import { mailgunSignature } from '../webhook-signing.js';
import { type Sender, type SentRequest, secondsOf } from './sender.js';

export function createMailgunSender(): Sender {
  const signingKey = randomBytes(16).toString('hex');
  return {
    code: 'mailgun',
    provider: createMailgun({ signingKeys: [signingKey] }),
    rotating: () => createMailgun({ signingKeys: [randomBytes(16).toString('hex'), signingKey] }),
    keyless: createMailgun({ signingKeys: [] }),
    signsBody: false,
    signsTime: true,
    click: (id) => ({
      id,
      event: 'clicked',
      recipient: 'borrower@example.com',
      timestamp: 1_763_700_000.089676,
      url: 'https://example.com/pay',
      tags: ['autumn'],
      message: { headers: { 'message-id': '20251121044000.1.BC6694A917BB7E6A@mail.example.com' } },
    }),
    delivery: () => ({ id: 'd', event: 'delivered', recipient: 'borrower@example.com', timestamp: 1_763_700_000.1 }),
    send: (event, at) => {
      const signature = mailgunSignature(signingKey, secondsOf(at), randomBytes(25).toString('hex'));
      return withBody({ signature, 'event-data': event });
    },
    misspell: (request) => {
      const body = JSON.parse(request.rawBody.toString());
      const { signature } = body.signature;
      const spellings = [
        Buffer.from(signature, 'hex').toString('base64'),
        signature.toUpperCase(),
        `0x${signature}`,
        ` ${signature}`,
        signature.slice(0, 63),
        '',
        null,
        7,
        [signature],
      ];
      const spelled = spellings.map((spelling) => ({ ...body.signature, signature: spelling }));
      return [...spelled, signature, [], null].map((item) => withBody({ ...body, signature: item }));
    },
  };
}

function withBody(body: object): SentRequest {
  return { headers: { 'content-type': 'application/json' }, rawBody: Buffer.from(JSON.stringify(body)) };
}
