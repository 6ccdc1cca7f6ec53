import type { FaultFigures } from '../../test/support/faults/prove.js';
import { failover } from './asynchronous-failover.js';
import { rollingUpgrade } from './rolling-upgrade.js';
import { workerHealing } from './worker-healing.js';

/** What a proof with a house of its own measured: columns that it has no figure for stay empty in the table. */
export type FurtherRow = Pick<FaultFigures, 'fault' | 'about' | 'count'> & Partial<FaultFigures>;

/** A fault that needs more than the house of test/support/faults: a pair of databases, two versions of the product, a worker alone. */
export interface FurtherProof {
  /** As `--only` names it. */
  readonly name: string;
  /** @returns a line of the table for each fault, and everything that did not hold, one line each */
  run(options: {
    readonly seed: number;
    readonly say: (line: string) => void;
  }): Promise<{ readonly rows: readonly FurtherRow[]; readonly problems: readonly string[] }>;
}

/** They run after the faults of test/support/faults/catalogue.ts, in this order: failover, the worker's healing, the rolling upgrade. */
export const FURTHER: readonly FurtherProof[] = [failover, workerHealing, rollingUpgrade];
