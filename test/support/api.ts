import { randomUUID } from 'node:crypto';
import { isChecked } from './contract/check-contract.js';
import { recordViolations } from './contract/recorded-violations.js';
import { violations } from './contract/violations.js';
import { until } from './until.js';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as received, byte for byte. */
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. Untyped: tests check its content. */
  readonly json: any;
}

/** A client of the REST surface, like an integrator's. */
export class Api {
  readonly baseUrl: string;
  readonly token: string;

  constructor(baseUrl: string, token: string) {
    this.baseUrl = baseUrl;
    this.token = token;
  }

  static async exchange(baseUrl: string, key: { readonly prefix: string; readonly plaintext: string }): Promise<Api> {
    const answer = await send(`${baseUrl}/v1/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials', client_id: key.prefix, client_secret: key.plaintext }),
    });
    if (answer.status !== 200) throw new Error(`token exchange answered ${answer.status}: ${answer.text}`);
    return new Api(baseUrl, answer.json.access_token);
  }

  get(path: string): Promise<ApiAnswer> {
    return send(`${this.baseUrl}${path}`, { headers: { authorization: `Bearer ${this.token}` } });
  }

  post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<ApiAnswer> {
    return send(`${this.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  /** Records a payment; omitted fields get plain values, and the key is new. */
  record(
    accountId: string,
    body: Readonly<Record<string, unknown>> = {},
    key: string = randomUUID(),
  ): Promise<ApiAnswer> {
    const whole = { amount_cents: 10_000, payment_method: 'cash', ...body };
    return this.post(`/v1/accounts/${accountId}/payments`, whole, { 'idempotency-key': key });
  }

  reverse(
    paymentId: string,
    body: Readonly<Record<string, unknown>> = {},
    key: string = randomUUID(),
  ): Promise<ApiAnswer> {
    return this.post(`/v1/payments/${paymentId}/reversal`, body, { 'idempotency-key': key });
  }

  /** Reads a payment until it has this status; fails after `withinMs`. */
  async settled(paymentId: string, status: string, withinMs = 60_000): Promise<ApiAnswer> {
    const read = () => this.get(`/v1/payments/${paymentId}`);
    const isSettled = async () => {
      const answer = await read();
      return answer.json?.status === status && answer;
    };
    return until(isSettled, `payment ${paymentId} is ${status}`, withinMs);
  }
}

export async function send(url: string, init?: RequestInit): Promise<ApiAnswer> {
  const response = await fetch(url, init);
  const text = await response.text();
  holdToContract(url, init?.method ?? 'GET', response, text);
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

/**
 * Checks responses of hosts in other processes against the contract, which has nothing about hosts other than the
 * facade's.
 */
function holdToContract(url: string, method: string, { status, headers }: Response, text: string): void {
  const { port, pathname, search } = new URL(url);
  if (!headers.has('x-request-id') || isOfAnotherHost(pathname, text) || isChecked(Number(port))) return;
  const answer = { method, url: pathname + search, status, headers: new Map(headers), text };
  recordViolations(violations({ ...answer, text: method === 'HEAD' ? undefined : text }));
}

function isOfAnotherHost(pathname: string, text: string): boolean {
  const isDetailed = pathname === '/readyz' && text.includes('"checks":'); // operators' own
  return isDetailed || /^\/(graphql|explorer|session|assets|operations|exports|metrics)(\/|$)/.test(pathname);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
