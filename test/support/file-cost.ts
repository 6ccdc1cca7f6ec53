import { readFileSync } from 'node:fs';
import { afterAll } from 'vitest';

/** The cost of a test file. Times are in milliseconds. */
export interface FileCost {
  /** From the start of its import to the end of its last hook. */
  readonly wall: number;
  /** Processor time of its worker. */
  readonly own: number;
  /** Processor time of processes that it started and that have ended. The run's own Postgres does not count. */
  readonly children: number;
}

declare module 'vitest' {
  interface TaskMeta {
    cost?: FileCost;
  }
}

// Vitest runs this module again for each file. Its hook is registered first, so it runs after the file's hooks.
const before = measured();

// biome-ignore lint/correctness/noEmptyPattern: vitest reads from this pattern which fixtures the hook takes
afterAll(({}, suite) => {
  const after = measured();
  suite.file.meta.cost = {
    wall: after.wall - before.wall,
    own: after.own - before.own,
    children: after.children - before.children,
  };
});

function measured(): FileCost {
  const { user, system } = process.cpuUsage();
  return { wall: performance.now(), own: (user + system) / 1000, children: childrenTime() };
}

/** Linux counts the processor time of waited-for children, in hundredths of a second; elsewhere it is 0. */
function childrenTime(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[13]) + Number(fields[14])) * 10;
  } catch {
    return 0;
  }
}
