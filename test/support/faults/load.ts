import { Random } from '../../../prisma/seed/demo/random.js';
import { pauseBeforeRetry, RetryingClient } from './client.js';
import type { FaultInstance } from './fault-instance.js';
import { OTHER_REQUESTS, type RequestSizes } from './other-requests.js';
import { recordPayment } from './payments.js';
import { LoadRecord } from './record.js';

export interface LoadOptions {
  readonly instance: FaultInstance;
  readonly seed: number;
  /** Clients of each kind of single payments. */
  readonly clients: number;
  readonly sizes: RequestSizes;
}

/** Between two payments of a client. */
const PAY_EVERY_MS = 60;
/** Between two other requests. */
const ACT_EVERY_MS = 250;

/**
 * The mixed load: clients that pay on the ledger and at the remote loan system, and one that does everything else in
 * turn.
 */
export class Load {
  readonly record = new LoadRecord();
  readonly client: RetryingClient;
  readonly #options: LoadOptions;
  readonly #randoms: readonly Random[];
  #running: Promise<unknown> | undefined;
  #isOver = true;
  #turn = 0;

  constructor(options: LoadOptions) {
    this.#options = options;
    this.client = new RetryingClient(options.instance, this.record);
    // One generator for each client: its requests depend on the seed, not on the order of the responses.
    this.#randoms = Array.from({ length: 2 * options.clients + 1 }, (_, n) => new Random(options.seed * 1_000 + n));
  }

  async start(): Promise<void> {
    await this.client.signIn();
    this.#isOver = false;
    const [first, ...others] = this.#randoms;
    if (first === undefined) return;
    const payers = others.map((random, n) => this.#pay(random, n % 2 === 0 ? 'ledger' : 'remote'));
    this.#running = Promise.all([this.#act(first), ...payers]);
    this.#running.catch(() => undefined);
  }

  /** Every client finishes its current request and starts no other. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #pay(random: Random, lane: 'ledger' | 'remote'): Promise<void> {
    const { instance } = this.#options;
    while (!this.#isOver) {
      await recordPayment(instance, this.client, this.record, random, lane);
      await pauseBeforeRetry(PAY_EVERY_MS);
    }
  }

  async #act(random: Random): Promise<void> {
    const { instance, sizes } = this.#options;
    while (!this.#isOver) {
      const act = OTHER_REQUESTS[this.#turn % OTHER_REQUESTS.length];
      this.#turn += 1;
      await act?.({ instance, client: this.client, record: this.record, random, sizes });
      await pauseBeforeRetry(ACT_EVERY_MS);
    }
  }
}
