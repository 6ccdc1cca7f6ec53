import { randomUUID } from 'node:crypto';
import { until } from '../support/until.js';

export interface LoadSource {
  readonly restUrl: string;
  readonly secureUrl: string;
  readonly key: { readonly prefix: string; readonly plaintext: string };
  /** An account of the ledger. */
  readonly ledgerAccount: string;
  /** An account of the sandbox loan system, which posts. */
  readonly sandboxAccount: string;
  /** An account of the sandbox loan system, which posts but whose answer is lost. */
  readonly unconfirmedAccount: string;
}

/** A write with an Idempotency-Key, and its first answer. */
export interface Written {
  readonly path: string;
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly text: string;
}

interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly key?: string;
  readonly host?: string;
  readonly bearer?: string;
  readonly accept?: string;
}

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly json: any;
}

/**
 * Clients that use all features of the product in a loop while parts are replaced. A request that is cut, or answered
 * with 503 and Retry-After, is sent again, as the contract expects of clients. Every other unexpected answer is a
 * failure.
 */
export class RollingLoad {
  readonly #source: LoadSource;
  readonly #loops: { rounds: number; over: Promise<void> }[] = [];
  #isOver = false;
  #token = '';
  #nth = 0;
  answered = 0;
  /**
   * Requests without an answer, and requests answered with 503. Neither may occur while each part has a ready instance.
   */
  readonly cut: string[] = [];
  readonly refused: string[] = [];
  readonly failed: string[] = [];
  readonly written: Written[] = [];
  readonly batches: string[] = [];

  constructor(source: LoadSource) {
    this.#source = source;
  }

  /** Starts the clients; also works after a stop. */
  async start(): Promise<void> {
    this.#isOver = false;
    this.#loops.length = 0;
    await this.#exchange();
    const { ledgerAccount, sandboxAccount } = this.#source;
    this.#loop(async () => {
      for (const account of [ledgerAccount, sandboxAccount]) await this.#payAndReverse(account);
    });
    this.#loop(() => this.#readEverything());
    this.#loop(() => this.#doTheRest());
  }

  /** Waits until every client has completed another round, from its first request to its last. */
  async goesOn(): Promise<void> {
    const before = this.#loops.map(({ rounds }) => rounds);
    const hasGoneOn = () => this.#loops.every(({ rounds }, nth) => rounds >= (before[nth] ?? 0) + 2);
    await until(() => this.failed.length > 0 || hasGoneOn(), 'every client has completed a round', 120_000);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops.map(({ over }) => over));
  }

  /** Sends all writes so far again with their keys, ten at a time; returns those whose answer has changed. */
  async replays(): Promise<readonly string[]> {
    const left = [...this.written];
    const others: string[] = [];
    const replay = async () => {
      for (let one = left.pop(); one !== undefined; one = left.pop()) {
        const { path, key, body, status, text } = one;
        const again = await this.#ask(path, { method: 'POST', key, body }, [status, 201]);
        // A pending write is answered with its final outcome.
        const isSame = status === 202 ? again.json.payment_id === JSON.parse(text).payment_id : again.text === text;
        if (!isSame) others.push(`${path} ${key}: ${text} became ${again.text}`);
      }
    };
    await Promise.all(Array.from({ length: 10 }, replay));
    return others;
  }

  get(path: string): Promise<Answered> {
    return this.#ask(path, {}, [200]);
  }

  #loop(round: () => Promise<void>): void {
    const loop = { rounds: 0, over: Promise.resolve() };
    loop.over = (async () => {
      while (!this.#isOver && this.failed.length === 0) {
        await round().catch((error: unknown) => this.failed.push(String(error)));
        loop.rounds += 1;
      }
    })();
    this.#loops.push(loop);
  }

  async #payAndReverse(account: string): Promise<void> {
    this.#nth += 1;
    const paid = await this.#write(`/v1/accounts/${account}/payments`, {
      ...{ amount_cents: 100 + this.#nth, payment_method: 'check', check_number: this.#nth },
      ...{ external_reference: `till-${this.#nth}`, memo: 'Zoë 😀' },
    });
    const { payment_id } = paid.json;
    const read = await this.get(`/v1/payments/${payment_id}`);
    this.#same(read.json.amount_cents, paid.json.amount_cents, `payment ${payment_id}`);
    const list = await this.get(`/v1/accounts/${account}/payments?limit=1`);
    this.#same(list.json.items.length, 1, 'a payment in the list');
    if (this.#nth % 4 > 1) return;
    await this.#write(`/v1/payments/${payment_id}/reversal`, { reason: 'counted twice', is_nsf: false });
    this.#same((await this.get(`/v1/payments/${payment_id}`)).json.status, 'reversed', `payment ${payment_id}`);
  }

  async #readEverything(): Promise<void> {
    const { ledgerAccount: id, key } = this.#source;
    for (const path of [
      `/v1/accounts/${id}`,
      `/v1/accounts/${id}/transactions?limit=2`,
      `/v1/accounts/${id}/lifecycle-events`,
      `/v1/accounts/${id}/payment-methods`,
      ...['organizations', 'accounts', 'persons', 'transactions', 'payments', 'payment-methods', 'autopay'].map(
        (list) => `/v1/${list}?limit=2`,
      ),
      `/v1/ledger/loans/${id}`,
      '/v1/ledger/products',
      '/v1/payment-batches?limit=2',
    ])
      await this.get(path);
    // The unversioned API takes the key directly.
    const bearer = key.plaintext;
    for (const path of ['/accounts?limit=2', `/accounts/${id}/payoff`, '/reports/car'])
      await this.#ask(path, { bearer }, [200]);
    await this.#ask('/reports/car', { bearer, accept: 'text/csv' }, [200]);
  }

  /** A token, a payment whose answer the loan system loses, a batch, a card, and a schedule that charges the card. */
  async #doTheRest(): Promise<void> {
    const { ledgerAccount, unconfirmedAccount, secureUrl } = this.#source;
    await this.#exchange();
    this.#nth += 1;
    const cash = { amount_cents: 100 + this.#nth, payment_method: 'cash' };
    await this.#write(`/v1/accounts/${unconfirmedAccount}/payments`, cash, 202);
    const rows = [1, 2].map((row) => ({
      ...{ idempotency_key: randomUUID(), account_id: ledgerAccount, payment_method: 'cash' },
      amount_cents: 10 * this.#nth + row,
    }));
    const batch = await this.#ask('/v1/payment-batches', { method: 'POST', key: randomUUID(), body: { rows } }, [202]);
    this.batches.push(batch.json.batch_id);
    const captured = await this.#ask(
      '/v1/payment-methods/cards',
      { method: 'POST', host: secureUrl, key: randomUUID(), body: cardOf(ledgerAccount) },
      [201],
    );
    const schedule = {
      ...{ account_id: ledgerAccount, payment_method_id: captured.json.id, amount_cents: 5_000 + this.#nth },
      ...{ frequency_unit: 'month', frequency_interval: 1, start_date: '2099-01-31' },
    };
    const made = await this.#ask('/v1/autopay', { method: 'POST', key: randomUUID(), body: schedule }, [201]);
    await this.#ask(`/v1/autopay/${made.json.id}`, { method: 'PATCH', body: { status: 'paused' } }, [200]);
    await this.#ask(`/v1/autopay/${made.json.id}/runs`, {}, [200]);
    await this.#ask(`/v1/autopay/${made.json.id}`, { method: 'DELETE' }, [204]);
    const isOver = async () => !['accepted', 'processing'].includes((await this.#batch(batch.json.batch_id)).status);
    await until(isOver, `batch ${batch.json.batch_id} is over`, 120_000);
    this.#same((await this.#batch(batch.json.batch_id)).outcomes?.posted?.rows, rows.length, 'rows of a batch');
  }

  async #batch(id: string): Promise<any> {
    return (await this.get(`/v1/payment-batches/${id}`)).json;
  }

  async #exchange(): Promise<void> {
    const { prefix, plaintext } = this.#source.key;
    const body = { grant_type: 'client_credentials', client_id: prefix, client_secret: plaintext };
    this.#token = (await this.#ask('/v1/oauth/token', { method: 'POST', body, bearer: '' }, [200])).json.access_token;
  }

  async #write(path: string, body: Written['body'], expected = 201): Promise<Answered> {
    const key = randomUUID();
    const { status, text, json } = await this.#ask(path, { method: 'POST', key, body }, [expected]);
    this.written.push({ path, key, body, status, text });
    return { status, text, json };
  }

  #same(found: unknown, expected: unknown, what: string): void {
    if (found !== expected) this.failed.push(`${what} is ${found} and not ${expected}`);
  }

  /** Repeats the request until it is answered. */
  async #ask(path: string, sent: Sent, expected: readonly number[]): Promise<Answered> {
    const { method = 'GET', host = this.#source.restUrl } = sent;
    const answer = await until(async () => (await this.#once(`${host}${path}`, method, sent)) ?? false, path, 120_000);
    this.answered += 1;
    if (!expected.includes(answer.status)) {
      const failure = `${method} ${path}: ${answer.status} ${answer.text}`;
      this.failed.push(failure);
      throw new Error(failure);
    }
    return answer;
  }

  async #once(url: string, method: string, { body, key, bearer, accept }: Sent): Promise<Answered | undefined> {
    const authorization = bearer ?? this.#token;
    try {
      const answer = await fetch(url, {
        method,
        headers: {
          ...(authorization !== '' && { authorization: `Bearer ${authorization}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(accept !== undefined && { accept }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (answer.status === 503 && answer.headers.has('retry-after')) {
        this.refused.push(`${method} ${url}: 503 ${text}`);
        return undefined;
      }
      // The outcome of the payment is still unknown, as after a 202: the key is sent again later.
      if (answer.status === 409 && text.includes('"idempotency_in_progress"')) return undefined;
      const isJson = answer.headers.get('content-type')?.includes('json') === true;
      return { status: answer.status, text, json: isJson ? JSON.parse(text) : undefined };
    } catch (error) {
      this.cut.push(`${method} ${url}: ${error}`);
      return undefined;
    }
  }
}

function cardOf(account: string) {
  return {
    account_id: account,
    cardholder_name: 'Ada Borrower',
    card: { number: '4242424242424242', expiration_month: 12, expiration_year: 2098, cvc: '123' },
    billing_address: { line1: '1 Main St', city: 'Springfield', state: 'IL', postal_code: '62701' },
  };
}
