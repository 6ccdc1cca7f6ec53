import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long a connection stays open after its last answer, so that a client that is still sending can read it. */
const LINGER_MS = 1_000;

/** Node reads and discards this much at little cost, so a refused client may keep its connection. */
const SMALL_BYTES = 65_536;

/**
 * Called before an answer is written. If a large part of the request is unread, this answer is the connection's last.
 * The remaining bytes stay unread in the kernel. Closing at once would lose the answer (RFC 9112 section 9.6).
 */
export function closeUnread(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || response.headersSent || isSmall(request)) return;
  response.setHeader('Connection', 'close');
  const { socket } = request;
  // Node's server calls this after it has written the last answer of a connection.
  socket.destroySoon = () => {
    socket.pause();
    socket.end();
    const closing = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(closing));
  };
}

function isSmall({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SMALL_BYTES;
}
