import type { Fault } from './fault.js';
import type { ConnectionName, FaultInstance } from './fault-instance.js';

/** Redis is killed, and an empty one starts at the same address. */
export const killedRedis: Fault = {
  name: 'redis',
  about: 'kill -9 of Redis, another one started empty',
  times: 3,
  missing: async ({ redis }) => (redis === undefined ? 'redis-server is not installed' : undefined),
  async begin({ instance }) {
    const { redis } = instance;
    if (redis === undefined) throw new Error('there is no Redis');
    await redis.kill();
    return { what: 'killed Redis', count: 1, heal: () => redis.start() };
  },
};

const LINES = ['gateway', 'payments', 'loanSystem'] as const;

/**
 * A connection hangs: requests in flight stay open and no data moves. Data sent during the hang is lost with the
 * connection.
 */
export const hungConnections: Fault = {
  name: 'hung-network',
  about: 'a line between parts, or to the loan system, hangs',
  times: 6,
  async begin({ instance }, time) {
    const name = LINES[time % LINES.length] ?? 'gateway';
    instance.connections[name].hang();
    return { what: `hung the line to ${name}`, count: 1, heal: async () => mended(instance, name) };
  },
};

/** Requests in flight are cut, and the target is unreachable until the connection is restored. */
export const cutConnections: Fault = {
  name: 'cut-network',
  about: 'a line between parts, or to the loan system, is cut',
  times: 6,
  async begin({ instance }, time) {
    const name = LINES[time % LINES.length] ?? 'gateway';
    instance.connections[name].cut();
    return { what: `cut the line to ${name}`, count: 1, heal: async () => mended(instance, name) };
  },
};

/** Connections are reset repeatedly while new ones are accepted. */
export const resetConnections: Fault = {
  name: 'reset-network',
  about: 'connections between parts and to the loan system reset',
  times: 12,
  async begin({ instance }, time) {
    const name = LINES[time % LINES.length] ?? 'gateway';
    instance.connections[name].reset();
    return { what: `reset the line to ${name}`, count: 1, heal: async () => undefined };
  },
};

function mended(instance: FaultInstance, name: ConnectionName): void {
  instance.connections[name].reset();
  instance.connections[name].restore();
}

/** Every second posting hangs, is carried out while its response is lost, or fails, in turn. */
export const faultyLoanSystem: Fault = {
  name: 'loan-system',
  about: 'the remote loan system hangs, loses answers, fails',
  times: 4,
  async begin({ instance: { system } }) {
    const faults = [
      'post_and_hang',
      'fail_before_posting',
      'reset_after',
      'post_and_fail',
      'wrong_json',
      'html',
    ] as const;
    const before = system.faults.count('repay');
    system.faults.every('repay', 2, ...faults);
    for (const call of system.reads) system.faults.every(call, 5, 'fail_before_posting', 'reset_before');
    return {
      what: `troubled the loan system after ${before} postings`,
      count: 1,
      heal: async () => system.faults.clear(),
    };
  },
};
