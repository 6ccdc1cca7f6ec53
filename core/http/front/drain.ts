import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const SWEEP_MS = 20;

/**
 * Stops accepting connections, lets requests in flight finish, closes connections as they become idle, and closes all
 * after `graceMs`.
 *
 * @param silent - connections without a request so far: no client waits for an answer on them, and Node does not count
 *   them as idle
 */
export function drain(server: Server, silent: ReadonlySet<Socket>, graceMs: number): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of silent) socket.destroy();
    }, SWEEP_MS);
    server.close(() => {
      clearTimeout(deadline);
      clearInterval(sweep);
      resolve();
    });
  });
}

/** The server's connections without a request so far; a live set. */
export function silentConnections(server: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.prependListener('request', ({ socket }) => silent.delete(socket));
  server.prependListener('checkExpectation', ({ socket }) => silent.delete(socket));
  return silent;
}
