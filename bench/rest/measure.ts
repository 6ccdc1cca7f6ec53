import { say } from '../support/bench.js';
import type { Place } from '../support/database.js';
import { median, quantile } from '../support/figures.js';
import { cpuMicrosecondsOf, postmasterOf } from '../support/process-cpu.js';
import type { ComparedServer } from './compared-servers.js';
import { connectionPool } from './connection-pool.js';
import { diskSyncP99 } from './disk-sync.js';
import type { Fixture } from './fixture.js';
import type { Figures, Measured } from './measured.js';
import { atFixedRate, byClients, type Latencies } from './paced-load.js';
import { saturate } from './saturate.js';
import { type Call, type ScenarioId, scenario } from './scenarios.js';

/** How long and how hard each measurement is. */
export interface Plan {
  readonly rounds: number;
  readonly warmUpSeconds: number;
  /** Duration of throughput in each round. */
  readonly seconds: number;
  /** Duration of latencies in each round. */
  readonly latencySeconds: number;
  /** Requests a second at which latencies are measured. */
  readonly rate: number;
  /** Transactions beside those of the measured loans. */
  readonly furtherTransactions: number;
}

const CONNECTIONS = 16;
const DISK_SECONDS = 0.3;

/** Everything that one run measures on, and with. */
export interface Run {
  readonly servers: readonly ComparedServer[];
  readonly fixture: Fixture;
  readonly place: Place;
  readonly plan: Plan;
}

interface Subject {
  readonly server: ComparedServer;
  /** The next request. */
  readonly next: () => Call;
  readonly rounds: Figures[];
}

/** One scenario on each server, in rounds that alternate. */
export async function measure({ servers, fixture, place, plan }: Run, id: ScenarioId): Promise<readonly Measured[]> {
  const { title, calls, clients = CONNECTIONS, writes } = scenario(id);
  const postmaster = await postmasterOf(place.ownerUrl);
  const subjects: readonly Subject[] = servers
    .filter((server) => server.has(id))
    .map((server) => ({ server, next: calls(fixture), rounds: [] }));
  say(`${title}: warming up`);
  for (const { server, next } of subjects) await saturate(server, next, clients, plan.warmUpSeconds);
  for (let round = 1; round <= plan.rounds; round += 1) {
    say(`${title}: round ${round} of ${plan.rounds}`);
    for (const { server, next, rounds } of subjects) {
      const throughput = await throughputOf(server, next, clients, plan.seconds, postmaster);
      const diskSyncP99Ms = writes === true ? await diskSyncP99(place.dataDir, DISK_SECONDS) : undefined;
      const { ms, failed } = await latenciesOf(server, next, id, plan);
      rounds.push({ ...throughput, p50Ms: quantile(ms, 0.5), p99Ms: quantile(ms, 0.99), failed, diskSyncP99Ms });
    }
  }
  return servers.map((server) => {
    const rounds = subjects.find((subject) => subject.server === server)?.rounds;
    return { scenario: id, server: server.kind, figures: rounds && mediansOf(rounds) };
  });
}

async function throughputOf(
  server: ComparedServer,
  next: () => Call,
  clients: number,
  seconds: number,
  postmaster: number | undefined,
): Promise<Pick<Figures, 'perSecond' | 'serverMicroseconds' | 'postgresMicroseconds'>> {
  const roots = [server.pids, postmaster === undefined ? [] : [postmaster]];
  const before = await Promise.all(roots.map(cpuMicrosecondsOf));
  const { requests, duration } = await saturate(server, next, clients, seconds);
  const after = await Promise.all(roots.map(cpuMicrosecondsOf));
  const [serverMicroseconds, postgresMicroseconds] = roots.map((_, index) => {
    const [from, to] = [before[index], after[index]];
    return from === undefined || to === undefined || requests.total === 0 ? undefined : (to - from) / requests.total;
  });
  return { perSecond: requests.total / duration, serverMicroseconds, postgresMicroseconds };
}

async function latenciesOf(
  server: ComparedServer,
  next: () => Call,
  id: ScenarioId,
  { rate, latencySeconds }: Plan,
): Promise<Latencies> {
  const { clients, share = 1 } = scenario(id);
  const pool = connectionPool(server);
  const send = () => pool.succeeds(server.requestOf(next()));
  try {
    return clients === undefined
      ? await atFixedRate(send, rate * share, latencySeconds)
      : await byClients(send, clients, latencySeconds);
  } finally {
    await pool.close();
  }
}

function mediansOf(rounds: readonly Figures[]): Figures {
  const known = (figure: (round: Figures) => number | undefined) => {
    const values = rounds.map(figure).filter((value) => value !== undefined);
    return values.length === 0 ? undefined : median(values);
  };
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    serverMicroseconds: known(({ serverMicroseconds }) => serverMicroseconds),
    postgresMicroseconds: known(({ postgresMicroseconds }) => postgresMicroseconds),
    p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
    diskSyncP99Ms: known(({ diskSyncP99Ms }) => diskSyncP99Ms),
  };
}
