import type pg from 'pg';
import { LoanSystems } from '../../connectors/loan-systems/registry.js';
import { Database, type Transaction } from '../../core/db/database.js';
import { Problem } from '../../core/errors/problem.js';
import { ClientKeys } from '../../core/idempotency/client-keys.js';
import type { PostingKind } from '../../core/jobs/job-types-and-enqueue.js';
import { createLogger } from '../../core/logging/logger.js';
import type { PostingReferences } from '../../core/posting-references/posting-references.js';
import { requireKnownSecret } from '../../core/posting-references/secret-check.js';
import type { Principal } from '../../core/principal/principal.js';
import { systemClock } from '../../core/time/clock.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { postings, settlementsOf } from '../../subgraphs/payments/collected/build-posting-services.js';
import type { WatchedPosting } from '../../subgraphs/payments/collected/posting/enqueue-outcome-lookup.js';
import type { KeyedAnswer } from '../../subgraphs/payments/collected/posting/first-and-later-answer-of-key.js';
import type { SettlementTiming } from '../../subgraphs/payments/collected/posting/lease-and-lookup-timing.js';
import { Reconciler } from '../../subgraphs/payments/collected/reconciliation/look-up-unknown-outcomes.js';
import type { PaymentRecorder } from '../../subgraphs/payments/collected/recording/record-payment.js';
import type { PaymentReverser } from '../../subgraphs/payments/collected/reversal/reverse-payment.js';
import type { Lender } from './lender.js';
import { ScriptedLoanSystem } from './scripted-loan-system.js';

export const TIMING: SettlementTiming = { callTimeoutMs: 1_000, firstLookMs: 50 };

const KEYS = new ClientKeys(['a secret of these tests alone, long enough']);

export interface PostingHarnessParts {
  readonly pool: pg.Pool;
  /** Those of the product on the same database. */
  readonly postingReferences: PostingReferences;
}

/** The posting protocol on one account of a scripted loan system: posting and reconciling as in the product. */
export class PostingHarness {
  readonly system = new ScriptedLoanSystem();
  readonly reconciler: Reconciler;
  readonly accountId: string;
  readonly #pool: pg.Pool;
  readonly #organizationId: string;
  readonly #poster: StallingDatabase;
  readonly #settler: StallingDatabase;
  readonly #principal: Principal;
  readonly #recorder: PaymentRecorder;
  readonly #reverser: PaymentReverser;

  private constructor({ pool, postingReferences }: PostingHarnessParts, organizationId: string, accountId: string) {
    this.#pool = pool;
    this.#organizationId = organizationId;
    this.accountId = accountId;
    this.#principal = {
      kind: 'api_key',
      actor: 'testtest',
      organizationIds: [organizationId],
      scopes: ['external_payments:write'],
    };
    const db = new Database(pool);
    const systems = new LoanSystems([this.system]);
    this.#poster = new StallingDatabase(pool);
    this.#settler = new StallingDatabase(pool);
    const projecting = { clock: systemClock, endSchedules };
    const settlements = settlementsOf({ db: this.#settler, ...projecting, timing: TIMING });
    const logger = createLogger('silent', 'test');
    const posting = {
      db: this.#poster,
      ...projecting,
      clientKeys: KEYS,
      postingReferences,
      systems,
      timing: TIMING,
      logger,
    };
    ({ recorder: this.#recorder, reverser: this.#reverser } = postings(posting, settlements));
    this.reconciler = new Reconciler(db, systems, settlements, TIMING, { clock: systemClock, logger });
  }

  static async open(parts: PostingHarnessParts, lender: Lender): Promise<PostingHarness> {
    const { pool, postingReferences } = parts;
    // As a process does at its start.
    await requireKnownSecret(new Database(pool), postingReferences);
    const accountId = await lender.sandboxAccount('SBX-POSTS');
    await pool.query("insert into loan_system (code, kind) values ('scripted', 'sandbox') on conflict do nothing");
    await pool.query("update account set loan_system_code = 'scripted' where id = $1", [accountId]);
    return new PostingHarness(parts, lender.organizationId, accountId);
  }

  /** Returns the payment's status, or the error's code and fields, as text. */
  record(key: string, amountCents = 100): Promise<string> {
    const idempotencyKey = this.#key(key);
    const body = { amount_cents: amountCents, payment_method: 'cash' };
    return told(this.#recorder.record(this.#principal, { accountId: this.accountId, idempotencyKey, body }));
  }

  reverse(paymentId: string, key: string): Promise<string> {
    const idempotencyKey = this.#key(key);
    return told(this.#reverser.reverse(this.#principal, { paymentId, idempotencyKey, body: {} }));
  }

  /** Stops the next posting process when its reservation is committed, before it sends, while `whileStalled` runs. */
  stallBeforeSending(whileStalled: () => Promise<void>): void {
    this.#poster.stallAfterCommit(whileStalled);
  }

  /** The database is unavailable when the next outcome is to be written. */
  loseDatabaseBeforeSettling(): void {
    this.#settler.failNext();
  }

  /** A posting of this lender, in a job's format. */
  pendingPosting(kind: PostingKind, id: string): WatchedPosting {
    return { kind, organizationId: this.#organizationId, id };
  }

  /** Runs the jobs for this posting that are due by Postgres' clock and that no worker holds. */
  async workQueue(kind: PostingKind, id: string): Promise<void> {
    const due = await this.#pool.query(
      `delete from graphile_worker._private_jobs
        where payload->>'id' = $1 and locked_at is null and run_at <= clock_timestamp() returning id`,
      [id],
    );
    for (const _ of due.rows) await this.reconciler.look(this.pendingPosting(kind, id));
  }

  /** Simulates a worker killed during its work: its jobs stay locked for minutes. */
  async lockJobs(id: string): Promise<number> {
    const locked = await this.#pool.query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead' where payload->>'id' = $1`,
      [id],
    );
    return locked.rowCount ?? 0;
  }

  /** The payment's or the reversal's id for a key. */
  async subjectOf(key: string): Promise<string> {
    const found = await this.#pool.query('select subject_id from idempotency_record where key = $1', [
      KEYS.known(this.#key(key)).key,
    ]);
    return found.rows[0]?.subject_id ?? 'the key is not known';
  }

  /** The reference under which a payment or a reversal is posted. */
  async postedAs(id: string): Promise<string> {
    const found = await this.#pool.query(
      `select posting_reference from collected_payment where id = $1
       union all select posting_reference from payment_reversal where id = $1`,
      [id],
    );
    return found.rows[0]?.posting_reference ?? `${id} is not reserved`;
  }

  /** The payment's status in the database; undefined if there is no row. */
  async statusOf(paymentId: string): Promise<string | undefined> {
    const found = await this.#pool.query('select status from collected_payment where id = $1', [paymentId]);
    return found.rows[0]?.status;
  }

  async exceptionsOf(subjectId: string): Promise<readonly string[]> {
    const found = await this.#pool.query('select kind from operator_exception where subject_id = $1', [subjectId]);
    return found.rows.map(({ kind }) => kind);
  }

  /** Keys of different harnesses must differ. */
  #key(key: string): string {
    return `${this.accountId} ${key}`;
  }
}

class StallingDatabase extends Database {
  #whileStalled: (() => Promise<void>) | undefined;
  #isLost = false;

  failNext(): void {
    this.#isLost = true;
  }

  stallAfterCommit(whileStalled: () => Promise<void>): void {
    this.#whileStalled = whileStalled;
  }

  override async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (this.#isLost) {
      this.#isLost = false;
      throw new Problem('service_unavailable');
    }
    const result = await super.transaction(work);
    const whileStalled = this.#whileStalled;
    this.#whileStalled = undefined;
    await whileStalled?.();
    return result;
  }
}

async function told(answer: Promise<KeyedAnswer>): Promise<string> {
  try {
    return (await answer).payment.status;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { payment_id: _, ...fields } = error.fields;
    return [error.status, error.code, ...Object.values(fields)].join(' ');
  }
}
