import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createSendGrid } from '../../../connectors/email-providers/sendgrid/sendgrid.js';
import { sendGridHeaders } from '../webhook-signing.js';
import { type Sender, secondsOf } from './sender.js';

const P256 = { namedCurve: 'P-256' };
const shown = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64');

const SIGNATURE = 'x-twilio-email-event-webhook-signature';

export function createSendGridSender(): Sender {
  const { privateKey, publicKey } = generateKeyPairSync('ec', P256);
  return {
    code: 'sendgrid',
    provider: createSendGrid({ publicKeys: [shown(publicKey)] }),
    rotating: () =>
      createSendGrid({ publicKeys: [shown(generateKeyPairSync('ec', P256).publicKey), shown(publicKey)] }),
    keyless: createSendGrid({ publicKeys: [] }),
    signsBody: true,
    signsTime: true,
    click: (id) => ({
      email: 'borrower@example.com',
      timestamp: 1_763_700_000,
      event: 'click',
      url: 'https://example.com/pay',
      sg_event_id: id,
      sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
      singlesend_id: '9a0f1e0c-6a3b-11ee-8c99-0242ac120002',
    }),
    delivery: () => ({ email: 'borrower@example.com', timestamp: 1_763_700_000, event: 'delivered', sg_event_id: 'd' }),
    send: (event, at) => {
      // SendGrid ends its bodies with a line break, and signs it.
      const rawBody = Buffer.from(`${JSON.stringify([event])}\r\n`);
      return { headers: sendGridHeaders(privateKey, secondsOf(at), rawBody), rawBody };
    },
    misspell: ({ headers, rawBody }) => {
      const signature = String(headers[SIGNATURE]);
      const bytes = Buffer.from(signature, 'base64');
      return [
        bytes.toString('hex'),
        `${bytes.toString('base64url')}=-_`,
        `${signature}=`,
        ` ${signature}`,
        `${signature},${signature}`,
        signature.slice(0, 40),
        'AAAA',
        '\u0000',
      ].map((spelled) => ({ headers: { ...headers, [SIGNATURE]: spelled }, rawBody }));
    },
  };
}
