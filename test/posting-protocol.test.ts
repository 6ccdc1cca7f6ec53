import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPool } from '../core/db/pool.js';
import type { PostingKind } from '../core/jobs/jobs.js';
import { leaseMs, SEND_WITHIN_MS } from '../subgraphs/payments/posting/timing.js';
import { type House, openHouse } from './support/house.js';
import { PostingDesk, TIMING } from './support/posting-desk.js';
import { answered, confirmed, Gate, posting, QUOTED_CENTS, quoted } from './support/scripted-loan-system.js';
import { type SimulatedTime, simulateTime } from './support/simulated-time.js';

const IN_PROGRESS = '409 idempotency_in_progress';
const NOT_POSTED = '422 servicing_rejected not_posted';
const UNAVAILABLE = '503 posting_unavailable';
const HOUR_MS = 3_600_000;

let house: House;
let pool: pg.Pool;
let time: SimulatedTime;
let desk: PostingDesk;

beforeAll(async () => {
  house = await openHouse({ worker: false });
  time = await simulateTime(house.databaseUrl);
  pool = createPool(house.databaseUrl, 10, house.resources.logger);
});
afterAll(async () => {
  await pool.end();
  await time.restore();
  await house.close();
});
beforeEach(async () => {
  desk = await PostingDesk.open(pool, await house.lender());
});

/** The lease is over, and nothing that was sent can be carried out any more. */
const passLease = () => time.pass(leaseMs(TIMING) + desk.system.settleAfterMs);

/** The reference of the `n`th request that reached the loan system. */
const sent = (n: number): string => desk.system.sent[n] ?? 'nothing was sent';

/** A payment, or the reversal of a posted one: the protocol is the same. */
interface Act {
  readonly kind: PostingKind;
  /** What the payment is when the act is done, when it is unconfirmed, and when it is certainly not done. */
  readonly done: string;
  readonly unconfirmed: string;
  readonly notDone: string;
  readonly contradiction: string;
  /** Under one and the same key, whenever it is called. */
  act(): Promise<string>;
  /** Reference of the act, once it is reserved. */
  reference(): Promise<string>;
  /** Status of the payment. */
  status(): Promise<string | undefined>;
  onSend(send: () => Promise<Awaited<ReturnType<typeof confirmed>>>): void;
  /** Requests of this act that reached the loan system. */
  sent(): readonly string[];
}
