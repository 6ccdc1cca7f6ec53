import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A TCP forwarder that stands in for an address that moves with a failover: a virtual IP, or a name with a short TTL.
 */
export interface Forwarder {
  readonly port: number;
  /** New connections go to this port. Open connections are not changed. */
  to(port: number): void;
  /** Cuts every open connection. New ones are accepted, and wait until `to` names a port. */
  cut(): void;
  close(): Promise<void>;
}

export async function openForwarder(first: number): Promise<Forwarder> {
  const sockets = new Set<Socket>();
  const waiting = new Set<(port: number) => void>();
  let target: number | undefined = first;

  const join = (near: Socket, port: number) => {
    if (near.destroyed) return;
    const far = connect(port, '127.0.0.1');
    keep(far, near);
    near.on('close', () => far.destroy());
    near.pipe(far);
    far.pipe(near);
  };
  const keep = (socket: Socket, other?: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      other?.destroy();
    });
  };
  const server = createServer((near) => {
    keep(near);
    if (target === undefined) waiting.add((port) => join(near, port));
    else join(near, target);
  });
  const drop = () => {
    waiting.clear();
    for (const socket of sockets) socket.destroy();
  };
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    to: (port) => {
      target = port;
      const held = [...waiting];
      waiting.clear();
      for (const joinHeld of held) joinHeld(port);
    },
    cut: () => {
      target = undefined;
      drop();
    },
    close: async () => {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}
