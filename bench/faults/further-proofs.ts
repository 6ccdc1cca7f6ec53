import type { FaultFigures } from '../../test/support/faults/prove.js';
import { failover } from './asynchronous-failover.js';
import { rollingUpgrade } from './rolling-upgrade.js';
import { workerHealing } from './worker-healing.js';

/** The measurements of a proof with its own instance: columns without a figure stay empty in the table. */
export type FurtherRow = Pick<FaultFigures, 'fault' | 'about' | 'count'> & Partial<FaultFigures>;

/**
 * A fault that needs another setup than test/support/faults: a pair of databases, two versions of the product, a worker
 * alone.
 */
export interface FurtherProof {
  /** Its name for `--only`. */
  readonly name: string;
  /** @returns a line of the table for each fault, and all problems, one line each */
  run(options: {
    readonly seed: number;
    readonly say: (line: string) => void;
  }): Promise<{ readonly rows: readonly FurtherRow[]; readonly problems: readonly string[] }>;
}

/**
 * They run after the faults of test/support/faults/catalogue.ts, in this order: failover, the worker's recovery, the
 * rolling upgrade.
 */
export const FURTHER: readonly FurtherProof[] = [failover, workerHealing, rollingUpgrade];
