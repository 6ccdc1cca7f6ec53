import type pg from 'pg';
import type { CardProcessor } from '../../connectors/card-processors/port.js';
import { CardProcessors } from '../../connectors/card-processors/registry.js';
import { LoanSystems, type RegisteredSystem } from '../../connectors/loan-systems/registry.js';
import { Database, type Queries, type Transaction, type TransactionOptions } from '../../core/db/database.js';
import { AutopayRunner } from '../../subgraphs/payments/autopay/run/autopay-runner.js';
import type { AutopayParts } from '../../subgraphs/payments/autopay/run/run-under-schedule-lock.js';

export class Killed extends Error {}

/**
 * A worker that dies at its `at`-th step: after a statement, after a commit, or before or after a call to a processor
 * or loan system. From then on it does nothing, like a killed process; uncommitted work is rolled back.
 */
export class KillableWorker {
  readonly runner: AutopayRunner;
  /** The worker's dependencies. */
  readonly parts: AutopayParts;
  #left: number;

  constructor(pool: pg.Pool, parts: AutopayParts, at: number) {
    this.#left = at;
    const live = () => this.#live();
    const processors = parts.processors.codes.map((code) => mortal(known(parts.processors.byCode(code)), live));
    const systems = ['ledger', 'sandbox'].map((code) => killableSystem(parts.systems.byCode(code), live));
    this.parts = {
      ...parts,
      db: new KillableDatabase(pool, live, () => this.isDead),
      processors: new CardProcessors(processors),
      systems: new LoanSystems(systems),
    };
    this.runner = new AutopayRunner(this.parts);
  }

  get isDead(): boolean {
    return this.#left <= 0;
  }

  #live(): void {
    this.#left -= 1;
    if (this.isDead) throw new Killed();
  }
}

/** Calls `live` after each statement and each commit; when it throws, uncommitted work is rolled back. */
export class KillableDatabase extends Database {
  readonly #live: () => void;
  readonly #isDead: () => boolean;

  /** @param isDead - then it sends no statement at all */
  constructor(pool: pg.Pool, live: () => void, isDead = () => false) {
    super(pool);
    this.#live = live;
    this.#isDead = isDead;
  }

  override write: Database['write'] = async (principal, statement, parameters) => {
    this.#requireLife();
    const row = await super.write(principal, statement, parameters);
    this.#live();
    return row;
  };

  override many: Queries['many'] = async (principal, statement, parameters) => {
    this.#requireLife();
    const rows = await super.many(principal, statement, parameters);
    this.#live();
    return rows;
  };

  override async transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T> {
    this.#requireLife();
    const result = await super.transaction((tx) => work(mortalTransaction(tx, this.#live)), options);
    this.#live();
    return result;
  }

  #requireLife(): void {
    if (this.#isDead()) throw new Killed();
  }
}

function mortalTransaction(tx: Transaction, live: () => void): Transaction {
  return {
    inTransaction: true,
    models: (principal) => tx.models(principal),
    many: async (...query) => afterwards(await tx.many(...query), live),
    first: async (...query) => afterwards(await tx.first(...query), live),
    copy: async (...rows) => afterwards(await tx.copy(...rows), live),
    afterCommit: (work) => tx.afterCommit(work),
  };
}

function mortal(processor: CardProcessor, live: () => void): CardProcessor {
  return {
    code: processor.code,
    settleAfterMs: processor.settleAfterMs,
    tokenize: (order) => between(live, () => processor.tokenize(order)),
    charge: (order) => between(live, () => processor.charge(order)),
    findCharge: (reference) => between(live, () => processor.findCharge(reference)),
    refund: (order) => between(live, () => processor.refund(order)),
    pullEveryMs: processor.pullEveryMs,
    standingOf: (charge) => between(live, () => processor.standingOf(charge)),
    storedCard: (token) => between(live, () => processor.storedCard(token)),
    changes: (request) => between(live, () => processor.changes(request)),
  };
}

/** An embedded system works in the worker's own transaction, and dies with it. */
export function killableSystem(system: RegisteredSystem, live: () => void): RegisteredSystem {
  return {
    code: system.code,
    settleAfterMs: system.settleAfterMs,
    businessDay: () => system.businessDay(),
    quotePayoff: (loan) => between(live, () => system.quotePayoff(loan)),
    quotePayoffOn: (loan, on) => between(live, () => system.quotePayoffOn(loan, on)),
    postPayment: (payment) => between(live, () => system.postPayment(payment)),
    reversePayment: (reversal) => between(live, () => system.reversePayment(reversal)),
    findPosting: (loan, reference) => between(live, () => system.findPosting(loan, reference)),
    ...(system.embedded !== undefined && { embedded: system.embedded }),
  };
}

async function between<T>(live: () => void, call: () => Promise<T>): Promise<T> {
  live();
  return afterwards(await call(), live);
}

function afterwards<T>(result: T, live: () => void): T {
  live();
  return result;
}

function known(processor: CardProcessor | undefined): CardProcessor {
  if (processor === undefined) throw new Error('the registry names a processor that it does not have');
  return processor;
}
