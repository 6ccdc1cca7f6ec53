import type { Fault, FaultContext } from './fault.js';

/** Backends that serve the parts, by the parts' role. */
async function backends({ instance }: FaultContext): Promise<readonly number[]> {
  const { rows } = await instance.sql.query<{ pid: number }>(
    'select pid from pg_stat_activity where usename = $1 and pid <> pg_backend_pid() order by pid',
    [instance.runRole],
  );
  return rows.map(({ pid }) => pid);
}

/** `kill -9` of one backend: Postgres ends every other one, and recovers from its log. */
export const killedBackend: Fault = {
  name: 'backend',
  about: 'kill -9 of a Postgres backend',
  times: 6,
  async begin(scene) {
    const pids = await backends(scene);
    const pid = pids[scene.random.between(0, pids.length - 1)];
    if (pid === undefined) throw new Error('no part is connected');
    process.kill(pid, 'SIGKILL');
    return { what: `killed backend ${pid}`, count: 1, heal: async () => undefined };
  },
};

/** `pg_terminate_backend` on about half of the connections, chosen at random each time. */
export const terminatedBackends: Fault = {
  name: 'connections',
  about: 'pg_terminate_backend of random connections',
  times: 12,
  async begin(scene) {
    const chosen = (await backends(scene)).filter(() => scene.random.chance(50));
    const { rowCount } = await scene.instance.sql.query(
      'select pid from unnest($1::int[]) pid where pg_terminate_backend(pid)',
      [chosen],
    );
    return { what: `terminated ${rowCount} connections`, count: rowCount ?? 0, heal: async () => undefined };
  },
};

/** The server stops as in a crash or by an operator, and starts again when clients have noticed. */
export const restartedDatabase: Fault = {
  name: 'restart',
  about: 'Postgres stopped (by a crash, or fast) and started',
  times: 4,
  async begin({ instance }, time) {
    const how = time % 2 === 0 ? 'SIGQUIT' : 'SIGINT';
    let start = (): void => undefined;
    let stopped = (): void => undefined;
    const hasStopped = new Promise<void>((resolve) => {
      stopped = resolve;
    });
    const mayStart = new Promise<void>((resolve) => {
      start = resolve;
    });
    const restarting = instance.postgres.restart(how, () => {
      stopped();
      return mayStart;
    });
    await Promise.race([hasStopped, restarting]);
    return {
      what: `stopped Postgres by ${how}`,
      count: 1,
      heal: async () => {
        start();
        await restarting;
      },
    };
  },
};

/** Stops every process of the server (SIGSTOP), as on a hanging disk. */
export const frozenDatabase: Fault = {
  name: 'frozen',
  about: 'every process of Postgres stopped, and continued',
  times: 2,
  async begin({ instance }) {
    await instance.postgres.freeze();
    return { what: 'froze Postgres', count: 1, heal: () => instance.postgres.thaw() };
  },
};
