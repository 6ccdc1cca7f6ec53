import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { control, FaultSwitch, send, type WireAnswer } from '../loan-faults.js';
import { MambuBook } from './mambu-book.js';
import { MAMBU_ANSWERS, MAMBU_ERROR, MAMBU_REQUESTS } from './mambu-contract.js';
import { failure, MAMBU_ROUTES, type MambuRoute } from './mambu-routes.js';

export const MAMBU_API_KEY = 'kEyOfTheStandIn';
export const MAMBU_USER = { username: 'tributary', password: 'pAssWord' };

/** A local Mambu tenant: real HTTP, real state, and faults on demand. */
export interface MambuServer {
  /** As registered: `http://…/api`. */
  readonly baseUrl: string;
  readonly book: MambuBook;
  readonly faults: FaultSwitch;
  /** Where requests or responses deviated from the contract. Tests expect it to be empty. */
  readonly violations: string[];
  close(): Promise<void>;
}

export interface MambuOptions {
  readonly timeZone?: string;
  readonly port?: number;
  /** Compares every request and response with the contract; off for hundreds of thousands of them. */
  readonly checked?: boolean;
}

export async function openMambu(options: MambuOptions = {}): Promise<MambuServer> {
  const { timeZone = 'America/New_York', port = 0, checked = true } = options;
  const tenant = new Tenant(new MambuBook(timeZone), checked);
  const server = createServer((request, response) => {
    tenant.serve(request, response).catch((error: unknown) => {
      tenant.violations.push(String(error));
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const { book, faults, violations } = tenant;
  return { baseUrl: `http://127.0.0.1:${portOf(server)}/api`, book, faults, violations, close: () => close(server) };
}

class Tenant {
  readonly faults = new FaultSwitch();
  readonly violations: string[] = [];
  readonly book: MambuBook;
  /** Responses by idempotency key. */
  readonly #answered = new Map<string, WireAnswer>();

  readonly #checked: boolean;

  constructor(book: MambuBook, checked: boolean) {
    this.book = book;
    this.#checked = checked;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://mambu.test');
    const body = await bodyOf(request);
    if (pathname === '/__control') return send(response, { status: 200, body: control(this.faults, body) });

    const path = decodeURIComponent(pathname.replace(/^\/api/, ''));
    const route = MAMBU_ROUTES.find((known) => known.method === request.method && known.path.test(path));
    const refusal = refusalOf(request);
    if (refusal !== undefined) return send(response, refusal);
    if (route === undefined) return send(response, failure(404, 3, 'INVALID_API_OPERATION'));

    const key = route.path.exec(path)?.[1] ?? '';
    await this.faults.serve(route.call, {
      response,
      carryOut: () => this.#once(request, () => this.#answer(route, key, searchParams, body)),
      own: {
        refuse: () => failure(400, 105, 'INVALID_ACCOUNT_STATE'),
        validation_error: () => failure(400, 4, 'INVALID_PARAMETERS', 'amount'),
        locked: () => failure(409, 66, 'CONFLICT_WITH_ANOTHER_REQUEST'),
      },
      inProgress: (waiting) => waiting.writeProcessing(),
    });
  }

  /** The response under a key is returned again, whatever it was. */
  #once({ headers }: IncomingMessage, answer: () => WireAnswer): WireAnswer {
    const key = headers['idempotency-key'];
    const known = typeof key === 'string' ? this.#answered.get(key) : undefined;
    const given = known ?? answer();
    if (typeof key === 'string') this.#answered.set(key, given);
    return given;
  }

  #answer(route: MambuRoute, key: string, query: URLSearchParams, body: unknown): WireAnswer {
    const { call } = route;
    const wrong = this.#checked ? MAMBU_REQUESTS[call]?.safeParse(body) : undefined;
    if (wrong?.success === false) {
      this.violations.push(`request ${call}: ${wrong.error.message}`);
      return failure(400, 4, 'INVALID_PARAMETERS');
    }
    const answer = route.answer({ book: this.book, key, query, body });
    if (!this.#checked) return answer;
    const shape = answer.status < 300 ? MAMBU_ANSWERS[call] : MAMBU_ERROR;
    const read = shape?.safeParse(answer.body);
    if (read?.success !== true) this.violations.push(`answer ${call}: ${read?.error?.message ?? 'no shape'}`);
    return answer;
  }
}

function refusalOf({ headers }: IncomingMessage): WireAnswer | undefined {
  const basic = `Basic ${Buffer.from(`${MAMBU_USER.username}:${MAMBU_USER.password}`).toString('base64')}`;
  if (headers['apikey'] !== MAMBU_API_KEY && headers.authorization !== basic) {
    return failure(401, 2, 'INVALID_CREDENTIALS');
  }
  return headers.accept === 'application/vnd.mambu.v2+json'
    ? undefined
    : failure(400, 4, 'INVALID_PARAMETERS', 'Accept');
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const text = Buffer.concat(parts).toString();
  return text === '' ? undefined : JSON.parse(text);
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('not listening');
  return address.port;
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
