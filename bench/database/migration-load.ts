import { randomUUID } from 'node:crypto';
import { Api } from '../../test/support/api.js';
import type { Fixture } from '../rest/fixture.js';
import { say } from '../support/bench.js';
import { quantile } from '../support/figures.js';

const CLIENTS = 8;

/** Clients that each record a payment and read it back, in sequence. */
export class Load {
  readonly #url: string;
  readonly #token: string;
  readonly #clients: Promise<unknown>;
  /** A request belongs to the phase in which it began. */
  #phase = { latencies: [] as number[], failed: 0 };
  #isOver = false;

  private constructor(url: string, token: string, { payableAccountIds }: Fixture) {
    this.#url = url;
    this.#token = token;
    this.#clients = Promise.all(Array.from({ length: CLIENTS }, (_, client) => this.#pay(payableAccountIds, client)));
  }

  static async begin(url: string, fixture: Fixture): Promise<Load> {
    return new Load(url, (await Api.exchange(url, fixture.key)).token, fixture);
  }

  /** @returns the phase's row of the table. */
  async during(title: string, work: () => Promise<unknown>): Promise<readonly unknown[]> {
    say(`${title} …`);
    const phase = { latencies: [], failed: 0 };
    this.#phase = phase;
    const started = performance.now();
    await work();
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    const at = [0.5, 0.99, 1].map((share) => quantile(phase.latencies, share).toFixed(0));
    return [title, seconds, phase.latencies.length, phase.failed, ...at];
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#clients;
  }

  async #pay(accountIds: readonly string[], first: number): Promise<void> {
    for (let next = first; !this.#isOver; next += CLIENTS) {
      const path = `/v1/accounts/${accountIds[next % accountIds.length]}/payments`;
      const body = JSON.stringify({ amount_cents: 1, payment_method: 'cash' });
      const json = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      await this.#request(path, { method: 'POST', body }, json);
      await this.#request(`${path}?limit=10`);
    }
  }

  async #request(path: string, init: RequestInit = {}, headers: Readonly<Record<string, string>> = {}): Promise<void> {
    const phase = this.#phase;
    const started = performance.now();
    const authorization = `Bearer ${this.#token}`;
    const isAnswered = await fetch(`${this.#url}${path}`, { ...init, headers: { authorization, ...headers } }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.ok;
      },
      () => false,
    );
    phase.latencies.push(performance.now() - started);
    if (!isAnswered) phase.failed += 1;
  }
}
