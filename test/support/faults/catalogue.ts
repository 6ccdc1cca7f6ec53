import { jumpedClock } from './clock.js';
import { lockedTable, lockStorm } from './database-locks.js';
import { frozenDatabase, killedBackend, restartedDatabase, terminatedBackends } from './database-processes.js';
import { fullDisk, readOnlyDatabase } from './database-storage.js';
import {
  cutConnections,
  faultyLoanSystem,
  hungConnections,
  killedRedis,
  resetConnections,
} from './external-systems.js';
import type { Fault } from './fault.js';
import { hungParts, killedParts } from './killed-parts.js';

/** All faults of the proof, in the order of the table. */
export const FAULTS: readonly Fault[] = [
  killedParts,
  hungParts,
  killedBackend,
  terminatedBackends,
  restartedDatabase,
  frozenDatabase,
  lockedTable,
  lockStorm,
  killedRedis,
  hungConnections,
  cutConnections,
  resetConnections,
  faultyLoanSystem,
  readOnlyDatabase,
  fullDisk,
  jumpedClock,
];
