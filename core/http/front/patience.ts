import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

const patientSockets = new WeakSet<Duplex>();

/** Lets a request take as long as it likes: whoever calls this sees to it that bytes keep coming. */
export function patientWith(request: IncomingMessage): void {
  const { socket } = request;
  patientSockets.add(socket);
  request.once('close', () => patientSockets.delete(socket));
}

/** Whether a connection's request may take longer than a host's patience. */
export function isPatientWith(socket: Duplex): boolean {
  return patientSockets.has(socket);
}
