import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

const patientSockets = new WeakSet<Duplex>();

/** Exempts a request from the host's timeouts. The caller must make sure that its bytes keep coming. */
export function exemptFromTimeouts(request: IncomingMessage): void {
  const { socket } = request;
  patientSockets.add(socket);
  request.once('close', () => patientSockets.delete(socket));
}

/** Whether a connection's request is exempt from the host's timeouts. */
export function isExemptFromTimeouts(socket: Duplex): boolean {
  return patientSockets.has(socket);
}
