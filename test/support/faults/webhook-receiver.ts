import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSigned } from '../self-signed.js';

/** A webhook receiver over TLS, as production requires. */
export interface WebhookReceiver {
  readonly url: string;
  /** Settings of the sending parts: its certificate is trusted, and its network is allowed. */
  readonly environment: Readonly<Record<string, string>>;
  /** Ids of the received events, each with its `object_id/sequence` pairs. */
  readonly events: ReadonlyMap<string, ReadonlySet<string>>;
  close(): Promise<void>;
}

/** @param certificatePath - where its certificate is written, for the parts to read */
export async function openReceiver(certificatePath: string): Promise<WebhookReceiver> {
  const events = new Map<string, Set<string>>();
  const certified = selfSigned('localhost');
  await writeFile(certificatePath, certified.cert);
  const server = createServer(certified, async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { id, object_id, sequence } = JSON.parse(body);
    const changes = events.get(id) ?? new Set();
    events.set(id, changes.add(`${object_id}/${sequence}`));
    response.writeHead(204).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/hook`,
    environment: { NODE_EXTRA_CA_CERTS: certificatePath, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128' },
    events,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
