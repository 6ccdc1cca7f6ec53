import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface LostCommitProxy {
  /** The database's address through this proxy. */
  readonly url: string;
  /** How many responses were lost. */
  readonly lost: () => number;
  close(): Promise<void>;
}

/**
 * A proxy between the product and Postgres. For the first transaction that contains `mark`, the response to COMMIT is
 * lost with its connection.
 *
 * @param isOfItsOwn - whether the marked statement is a transaction of its own: then its response is lost
 */
export async function lostCommitProxy(databaseUrl: string, mark: string, isOfItsOwn = false): Promise<LostCommitProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let lost = 0;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    let isMarked = false;
    let isCommitting = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => [near, far].map((either) => either.destroy()));
    }
    near.on('data', (bytes) => {
      isMarked ||= lost === 0 && bytes.includes(mark);
      isCommitting ||= isMarked && (isOfItsOwn || bytes.includes('commit\0'));
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (!isCommitting || lost > 0) near.write(bytes);
      else {
        lost += 1;
        near.destroy();
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    lost: () => lost,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
