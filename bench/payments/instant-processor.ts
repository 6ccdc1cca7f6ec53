import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/* A card processor with Stripe's API that charges at once, in its own process. Prints its address. */

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const fields = new URLSearchParams(Buffer.concat(chunks).toString());
    const id = `pi_${fields.get('metadata[reference]')}`;
    const metadata = { reference: fields.get('metadata[reference]') ?? '' };
    const intent = {
      object: 'payment_intent',
      id,
      status: 'succeeded',
      amount: Number(fields.get('amount')),
      metadata,
    };
    const isCharge = request.method === 'POST' && request.url === '/v1/payment_intents';
    const answer = isCharge ? intent : { object: 'list', data: [], has_more: false, url: request.url };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
