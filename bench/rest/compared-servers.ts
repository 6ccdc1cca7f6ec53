import { readFile } from 'node:fs/promises';
import { operationIdOf } from '../../gateway/operation-id.js';
import { Api } from '../../test/support/api.js';
import { say } from '../support/bench.js';
import type { Place } from '../support/database.js';
import { startParts } from '../support/start-parts.js';
import { startServer } from '../support/start-server.js';
import type { Fixture } from './fixture.js';
import { type Call, type ComparedKind, type ScenarioId, scenario } from './scenarios.js';

/** The names in the table. */
export const TITLES: Readonly<Record<ComparedKind, string>> = {
  bare: 'Fastify + pg, SQL only',
  express: 'Express + pg by hand',
  prisma: 'Express + Prisma by hand',
  product: 'Tributary, one process',
  graphql: 'Tributary’s GraphQL host',
  apart: 'Tributary, parts apart',
};

/** A request as it is sent. */
export interface SentRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ComparedServer {
  readonly kind: ComparedKind;
  readonly origin: string;
  readonly pids: readonly number[];
  /** The request of a call in the form that this server takes. */
  requestOf(call: Call): SentRequest;
  has(id: ScenarioId): boolean;
}

type Started = Pick<ComparedServer, 'kind' | 'origin' | 'pids' | 'requestOf'>;

/** All at once, because their rounds alternate. */
export async function withComparedServers(
  place: Place,
  fixture: Fixture,
  kinds: readonly ComparedKind[],
  work: (servers: readonly ComparedServer[]) => Promise<void>,
): Promise<void> {
  const stops: (() => Promise<unknown>)[] = [];
  const started: Started[] = [];
  try {
    for (const kind of ['bare', 'express', 'prisma'] as const) {
      if (!kinds.includes(kind)) continue;
      say(`starting: ${TITLES[kind]}`);
      const { url, pid, stop } = await startServer(kind, place, { organizationId: fixture.organizationId });
      stops.push(stop);
      started.push({ kind, origin: url, pids: [pid], requestOf: (call) => restRequest(call, fixture.key.plaintext) });
    }
    if (kinds.includes('product') || kinds.includes('graphql')) {
      say(`starting: ${TITLES.product}`);
      const { url, graphqlUrl = '', pid, stop } = await startServer('whole', place);
      stops.push(stop);
      started.push({ kind: 'product', origin: url, pids: [pid], requestOf: await byArea(url, fixture) });
      const { origin, pathname } = new URL(graphqlUrl);
      started.push({ kind: 'graphql', origin, pids: [pid], requestOf: await byDocument(pathname, fixture) });
    }
    if (kinds.includes('apart')) {
      say(`starting: ${TITLES.apart}`);
      const { url, pids, stop } = await startParts(place);
      stops.push(stop);
      started.push({ kind: 'apart', origin: url, pids, requestOf: await byArea(url, fixture) });
    }
    const compared = started.filter(({ kind }) => kinds.includes(kind));
    const has = (kind: ComparedKind) => (id: ScenarioId) => scenario(id).without?.includes(kind) !== true;
    await work(compared.map((server) => ({ ...server, has: has(server.kind) })));
  } finally {
    await Promise.all(stops.map((stop) => stop()));
  }
}

function restRequest({ method, path, headers, body }: Call, bearer: string): SentRequest {
  return {
    method,
    path,
    headers: { ...headers, authorization: `Bearer ${bearer}` },
    ...(body !== undefined && { body }),
  };
}

async function byArea(url: string, { key }: Fixture): Promise<ComparedServer['requestOf']> {
  const { token } = await Api.exchange(url, key);
  return (call) => restRequest(call, call.area === 'v1' ? token : key.plaintext);
}

/** As the dashboard sends it: the document's hash and its variables. */
async function byDocument(path: string, { key }: Fixture): Promise<ComparedServer['requestOf']> {
  const file = new URL('../../gateway/persisted-operations.json', import.meta.url);
  const documents: Readonly<Record<string, string>> = JSON.parse(await readFile(file, 'utf8'));
  return ({ graph }) => {
    if (graph === undefined) throw new Error('this scenario is not asked by GraphQL');
    const { operation, variables } = graph;
    // New for each request: the load generator adds members.
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key.plaintext}` };
    const persistedQuery = { version: 1, sha256Hash: operationIdOf(documents[operation] ?? '') };
    const body = JSON.stringify({ operationName: operation, variables, extensions: { persistedQuery } });
    return { method: 'POST', path, headers, body };
  };
}
