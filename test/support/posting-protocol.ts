import type pg from 'pg';
import { createPool } from '../../core/db/pool.js';
import { leaseMs } from '../../subgraphs/payments/collected/posting/lease-and-lookup-timing.js';
import type { Lender } from './lender.js';
import { PostingHarness, TIMING } from './posting-harness.js';
import { type SimulatedTime, simulateTime } from './simulated-time.js';
import { openTestInstance, type TestInstance } from './test-instance.js';

/** An instance without workers, on simulated time, and one lender, for tests of the posting protocol. */
export class PostingProtocol {
  readonly instance: TestInstance;
  readonly lender: Lender;
  readonly time: SimulatedTime;
  readonly pool: pg.Pool;

  private constructor(open: Pick<PostingProtocol, 'instance' | 'lender' | 'time' | 'pool'>) {
    ({ instance: this.instance, lender: this.lender, time: this.time, pool: this.pool } = open);
  }

  static async open(environment: Readonly<Record<string, string>> = {}): Promise<PostingProtocol> {
    const instance = await openTestInstance({ worker: false, environment });
    const lender = await instance.lender();
    const time = await simulateTime(instance.databaseUrl);
    return new PostingProtocol({
      instance,
      lender,
      time,
      pool: createPool(instance.databaseUrl, 10, instance.resources.logger),
    });
  }

  /** A new account on a scripted loan system. */
  harness(): Promise<PostingHarness> {
    const { postingReferences } = this.instance.resources;
    return PostingHarness.open({ pool: this.pool, postingReferences }, this.lender);
  }

  /** Waits until the lease is over and the loan system can no longer carry out anything that was sent. */
  async passLease({ system }: PostingHarness): Promise<void> {
    await this.time.pass(leaseMs(TIMING) + system.settleAfterMs);
  }

  async close(): Promise<void> {
    await this.pool.end();
    await this.time.restore();
    await this.instance.close();
  }
}
