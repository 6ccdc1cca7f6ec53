import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { systemClock } from '../../../core/time/clock.js';
import { servicingDate } from '../../../core/time/servicing-day.js';
import { control, FaultSwitch, send, type WireAnswer } from '../loan-faults.js';
import { FineractApprovals } from './fineract-approvals.js';
import { FineractBook } from './fineract-book.js';
import type { Fields } from './fineract-commands.js';
import { violationsOf } from './fineract-contract.js';
import {
  againstARule,
  bare,
  conflict,
  dataIntegrity,
  invalid,
  locked,
  notAuthenticated,
  notAuthorized,
  serverError,
} from './fineract-errors.js';
import { DOCUMENTED_PERMISSIONS, refusalWithout } from './fineract-permissions.js';
import { FINERACT_ROUTES, type FineractCall, type FineractRoute } from './fineract-routes.js';
import { TOKEN_PATH, TokenEndpoint } from './fineract-tokens.js';

export const FINERACT_USER = { username: 'mifos', password: 'pAssWordOfTheStandIn', tenant: 'default' };

const BASE = '/fineract-provider/api/v1';

/** A local Fineract tenant: real HTTP, real state, and faults on demand. */
export interface FineractServer {
  /** As registered: `http://…/fineract-provider/api/v1`. */
  readonly baseUrl: string;
  readonly book: FineractBook;
  readonly faults: FaultSwitch;
  /** Beside its base URL. */
  readonly tokens: TokenEndpoint;
  /** Forgets executed commands, as after a restore of its database. */
  forgetCommands(): void;
  /** Where requests or responses deviated from the API description. Tests expect it to be empty. */
  readonly violations: string[];
  /** All requests: method, path with query, headers, body. */
  readonly heard: ReceivedRequest[];
  /** The results of its next commands: started, rolled back, and stored under their keys as the result. */
  readonly rollBacks: ('conflict' | 'server_error' | 'not_permitted')[];
  /** What its user may do. */
  readonly permissions: Set<string>;
  /** Whether a log-in lists the user's permissions. */
  listsPermissions: boolean;
  /** An imagined server that calculates a payoff for its business day only. */
  ignoresPayoffDay: boolean;
  /** Commands wait for approval. */
  makerChecker: boolean;
  readonly approvals: FineractApprovals;
  /** Servers up to 1.10 list transactions only with their loan. */
  pages: boolean;
  close(): Promise<void>;
}

export interface ReceivedRequest {
  readonly call: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly fields: Fields;
}

export interface FineractOptions {
  readonly port?: number;
  /** Off for bulk loads: checking takes longer than the response. */
  readonly checked?: boolean;
}

export async function openFineract({ port = 0, checked = true }: FineractOptions = {}): Promise<FineractServer> {
  const tenant = new Tenant(checked);
  const server = createServer((request, response) => {
    tenant.serve(request, response).catch((error: unknown) => {
      // A request that was cut off deviates from nothing.
      if (request.complete) tenant.violations.push(String(error));
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return Object.assign(tenant, { baseUrl: `http://127.0.0.1:${portOf(server)}${BASE}`, close: () => close(server) });
}

class Tenant {
  readonly book = new FineractBook(() => servicingDate(systemClock.now()));
  readonly faults = new FaultSwitch();
  readonly tokens = new TokenEndpoint();
  readonly violations: string[] = [];
  readonly heard: ReceivedRequest[] = [];
  readonly rollBacks: ('conflict' | 'server_error' | 'not_permitted')[] = [];
  readonly permissions = new Set<string>(DOCUMENTED_PERMISSIONS);
  listsPermissions = true;
  ignoresPayoffDay = false;
  makerChecker = false;
  readonly approvals = new FineractApprovals();
  pages = true;
  readonly #checked: boolean;
  /** Results of commands, by action and key. */
  readonly #commands = new Map<string, WireAnswer>();

  constructor(checked: boolean) {
    this.#checked = checked;
  }

  forgetCommands(): void {
    this.#commands.clear();
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://fineract.test');
    const text = await bodyOf(request);
    if (pathname === '/fineract-provider/actuator/info')
      return send(response, { status: 200, body: JSON.stringify({ git: { build: { version: 'stand-in' } } }) });
    if (pathname === TOKEN_PATH) return send(response, this.tokens.answer(request.headers.authorization, text));
    if (pathname === '/__control') return send(response, { status: 200, body: control(this.faults, JSON.parse(text)) });
    if (request.method === 'POST' && pathname === `${BASE}/authentication`)
      return send(response, this.#logIn(JSON.parse(text)));
    const refusal = this.#refusalOf(request);
    if (refusal !== undefined) return send(response, refusal);

    const path = pathname.replace(BASE, '');
    const route = FINERACT_ROUTES.find((known) => known.method === request.method && known.path.test(path));
    if (route === undefined) return send(response, bare(404, pathname));
    const sent: unknown = text === '' ? {} : JSON.parse(text);
    const [fields, requests]: [Fields, FineractCall['requests']] = Array.isArray(sent)
      ? [{}, sent]
      : [Object(sent), []];
    if (this.#checked) this.heard.push({ call: route.call, url: request.url ?? '', headers: request.headers, fields });
    const names = (route.path.exec(path) ?? []).slice(1).map(decodeURIComponent);
    const once = (answer: () => WireAnswer) => this.#once(route, names, text, request.headers, answer);
    await this.faults.serve(route.call, {
      response,
      carryOut: () => once(() => this.#answer(route, { names, query, fields, requests })),
      own: {
        refuse: () => once(() => againstARule('error.msg.loan.application.repayment.date.on.holiday')),
        validation_error: () =>
          once(() => invalid('validation.msg.loan.transaction.transactionAmount.not.greater.than.zero', 'amount')),
        locked,
      },
      inProgress: (waiting) => send(waiting, inProgress(text)),
    });
  }

  /** A command's result is returned again for its key, failures too. */
  #once(
    { action }: FineractRoute,
    [loanId, transactionId]: readonly string[],
    text: string,
    headers: IncomingHttpHeaders,
    answer: () => WireAnswer,
  ): WireAnswer {
    const key = headers['idempotency-key'];
    if (action === undefined || typeof key !== 'string') return answer();
    if (key.length > 50) return dataIntegrity();
    const known = this.#commands.get(`${action} ${key}`);
    if (known !== undefined) return { ...known, headers: { ...known.headers, 'x-served-from-cache': 'true' } };
    if (this.approvals.isInUse(action, key)) return inProgress(text);
    const rolledBack = this.rollBacks.shift();
    if (this.makerChecker)
      return this.approvals.record({
        ...{ action, key, body: text, loanId: Number(loanId) },
        transactionId: transactionId === undefined ? undefined : Number(transactionId),
        run: () => {
          const given = answer();
          this.#commands.set(`${action} ${key}`, given);
          return given;
        },
      });
    const given =
      rolledBack === undefined
        ? answer()
        : { conflict, server_error: serverError, not_permitted: notAuthorized }[rolledBack]();
    this.#commands.set(`${action} ${key}`, given);
    return given;
  }

  #answer(route: FineractRoute, asked: Pick<FineractCall, 'names' | 'query' | 'fields' | 'requests'>): WireAnswer {
    const { query, fields } = asked;
    const permission = route.permission(query);
    if (!this.permissions.has(permission)) return refusalWithout(permission);
    const { book, approvals, makerChecker, pages, ignoresPayoffDay } = this;
    const given = route.answer({ ...asked, book, approvals, makerChecker, pages, ignoresPayoffDay });
    if (this.#checked && route.described !== undefined) {
      const { method, described: path } = route;
      const answer = given.status === 200 ? JSON.parse(String(given.body)) : undefined;
      this.violations.push(...violationsOf({ path, method, query, body: fields, status: given.status, answer }));
    }
    return given;
  }

  /** Lists the user's permissions. */
  #logIn({ username, password }: { readonly username: unknown; readonly password: unknown }): WireAnswer {
    if (username !== FINERACT_USER.username || password !== FINERACT_USER.password) return notAuthenticated();
    if (!this.listsPermissions) return bare(404, `${BASE}/authentication`);
    const session = { username, userId: 7, officeId: 1, authenticated: true, permissions: [...this.permissions] };
    return { status: 200, body: JSON.stringify(session) };
  }

  #refusalOf({ headers, url = '' }: IncomingMessage): WireAnswer | undefined {
    const { username, password, tenant } = FINERACT_USER;
    if (headers['fineract-platform-tenantid'] !== tenant) return bare(400, url);
    const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    if (headers.authorization !== basic && !this.tokens.isValid(headers.authorization)) return bare(401, url);
    return undefined;
  }
}

/** The key is in use: the answer is the request itself. */
function inProgress(body: string): WireAnswer {
  return { status: 425, body, headers: { 'x-served-from-cache': 'true' } };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('not listening');
  return address.port;
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
