import type { Random } from '../../../prisma/seed/demo/random.js';
import type { FaultInstance } from './fault-instance.js';
import type { LoadRecord } from './record.js';

/** Where a fault happens. */
export interface FaultContext {
  readonly instance: FaultInstance;
  readonly record: LoadRecord;
  readonly random: Random;
}

/** A fault that lasts until it is healed. */
export interface ActiveFault {
  /** Description for the log: `killed gateway`. */
  readonly what: string;
  /** How many processes or connections it affected. */
  readonly count: number;
  heal(): Promise<void>;
}

export interface Fault {
  /** Its name for `--only`. */
  readonly name: string;
  readonly about: string;
  /** How many times it happens in the whole proof. */
  readonly times: number;
  /** Why it cannot happen on this machine; undefined if it can. */
  missing?(instance: FaultInstance): Promise<string | undefined>;
  /** Prepares what it needs before the load starts. */
  prepare?(instance: FaultInstance): Promise<void>;
  begin(scene: FaultContext, time: number): Promise<ActiveFault>;
}
