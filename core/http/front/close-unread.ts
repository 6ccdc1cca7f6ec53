import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long a connection is kept after its last answer: a client that is still sending is to read that first. */
const LINGER_MS = 1_000;

/** What Node reads and drops by itself at little cost, so that a client which was refused may keep its connection. */
const SMALL_BYTES = 65_536;

/**
 * Before an answer is written: when a large part of its request has not been read, it is the connection's last. What still
 * comes is left in the kernel, unread; at once closing would lose the answer (RFC 9112 section 9.6).
 */
export function closeUnread(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || response.headersSent || isSmall(request)) return;
  response.setHeader('Connection', 'close');
  const { socket } = request;
  // Node's server calls this when the last answer of a connection has been handed over.
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
