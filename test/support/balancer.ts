import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './until.js';

/**
 * A stand-in for the load balancer in front of one part. Instances join when they are ready and leave before they are
 * stopped, and every request goes to one of them, over its own connection.
 */
export class Balancer {
  readonly #server = createServer((asked, answer) => this.#pass(asked, answer));
  readonly #instances: string[] = [];
  /** Requests in flight, by instance. */
  readonly #underWay = new Map<string, number>();
  #turn = 0;
  /** Requests without a complete response from an instance: the client's connection was cut. */
  cut = 0;

  static async open(): Promise<Balancer> {
    const balancer = new Balancer();
    balancer.#server.keepAliveTimeout = 0; // never during a request on a client's persistent connection
    await once(balancer.#server.listen(0, '127.0.0.1'), 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Sends requests to this instance too, once it is ready. */
  async add(instance: string): Promise<void> {
    const isReady = () => fetch(`${instance}/readyz`).then(({ ok }) => ok);
    await until(isReady, `${instance} is ready`, 150_000);
    this.#instances.push(instance);
  }

  /** Sends no more requests to it, and waits for those in flight. */
  async remove(instance: string): Promise<void> {
    this.#instances.splice(this.#instances.indexOf(instance), 1);
    await until(() => (this.#underWay.get(instance) ?? 0) === 0, `requests to ${instance} are over`, 120_000);
  }

  #count(instance: string, change: 1 | -1): void {
    this.#underWay.set(instance, (this.#underWay.get(instance) ?? 0) + change);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    this.#turn += 1;
    const instance = this.#instances[this.#turn % this.#instances.length];
    const cut = () => {
      this.cut += 1;
      answer.destroy();
    };
    if (instance === undefined) {
      cut();
      return;
    }
    this.#count(instance, 1);
    answer.once('close', () => this.#count(instance, -1));
    const options = { method: asked.method, headers: { ...asked.headers, connection: 'close' }, agent: false };
    const passed = request(`${instance}${asked.url}`, options, (answered) => {
      const { connection: _, ...headers } = answered.headers;
      answer.writeHead(answered.statusCode ?? 502, headers);
      answered.pipe(answer).on('error', () => undefined);
      answered.on('error', cut);
    });
    passed.on('error', cut);
    asked.pipe(passed);
  }
}
