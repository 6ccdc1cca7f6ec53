import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy to a local port, which can be cut, hung or reset. */
export class FaultProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;
  #state: 'open' | 'hung' | 'cut' = 'open';

  private constructor() {
    this.#server = createServer((caller) => this.#take(caller));
  }

  static async open(): Promise<FaultProxy> {
    const wire = new FaultProxy();
    await once(wire.#server.listen(0, '127.0.0.1'), 'listening');
    return wire;
  }

  /** Its own address, for callers. */
  get origin(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  /** Sets the target: the host of this address. */
  forwardTo(url: string): void {
    this.#port = Number(new URL(url).port);
  }

  /** Cuts the connections in flight; new ones are accepted. */
  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** Accepts connections but moves no data, as if the target had stopped. */
  hang(): void {
    this.#state = 'hung';
    for (const socket of this.#sockets) socket.pause();
  }

  /** Resets all connections, as if no server were listening. */
  cut(): void {
    this.#state = 'cut';
    this.reset();
  }

  restore(): void {
    this.#state = 'open';
    for (const socket of this.#sockets) socket.resume();
  }

  async close(): Promise<void> {
    const closed = once(this.#server.close(), 'close');
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #take(caller: Socket): void {
    if (this.#state === 'cut') {
      caller.resetAndDestroy();
      return;
    }
    const called = connect(this.#port, '127.0.0.1');
    this.#join(caller, called);
    this.#join(called, caller);
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.setNoDelay();
    from.on('data', (chunk) => to.write(chunk));
    from.on('end', () => to.end());
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    if (this.#state === 'hung') from.pause();
  }
}
