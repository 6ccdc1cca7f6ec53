import { systemPrincipal } from '../../../core/principal/principal.js';
import { loanSystems } from '../../../runtime/assembly/loan-systems.js';
import { startJobs } from '../../../runtime/assembly/worker-jobs.js';
import { ownPostings } from '../../../subgraphs/payments/autopay/run/own-posting-details.reads.store.js';
import { SystemSync } from '../../../subgraphs/servicing/loan-systems/sync/sync-loan-system.js';
import { RecoveryService } from '../../../subgraphs/servicing/recovery/recovery.service.js';
import type { TestDatabase } from '../database.js';
import type { Lender } from '../lender.js';
import { REMOTE_KINDS } from '../remote-stand-ins.js';
import { openTestInstance, type TestInstance } from '../test-instance.js';
import { until } from '../until.js';
import { AutopayAtStripe } from './autopay-at-stripe.js';
import { beside, copyDatabase, dropDatabase } from './copy-database.js';
import { countCharges, countRestored, type RestoredCharges, type RestoredKind } from './count-restored.js';
import { type PlannedPayment, plannedPayments, singleLoans } from './planned-request.js';
import { type Answered, ProofClient } from './proof-client.js';
import { LEDGER, type ProofSystem, type SystemName, standInSystem } from './proof-system.js';
import { type RunningFineractOptions, runningFineract } from './running-fineract.js';
import { batchOutcomes, submitBatch } from './send-batch.js';

export interface RestoreOptions {
  /** An empty, migrated database; the backup is made beside it. */
  readonly database: Pick<TestDatabase, 'url' | 'runUrl'>;
  /** After the backup, over all loan systems. */
  readonly payments: number;
  /** Half of payments that the backup has, half of later ones. */
  readonly reversals: number;
  /** The number of loans whose clients send at once. */
  readonly atATime: number;
  /** Whether the operator starts a recovery. Default true. */
  readonly isRecovering?: boolean;
  /** In place of the stand-in. */
  readonly fineract?: RunningFineractOptions;
  readonly say?: (line: string) => void;
}

export interface RestoreProof {
  readonly kinds: readonly RestoredKind[];
  /** Payments in each loan system that no client sent. */
  readonly invented: Readonly<Record<string, number>>;
  readonly charges: RestoredCharges;
  readonly isProven: boolean;
}

const SHARED_LOANS = 10;
/** Far more than all payments of a loan. */
const SHARED_PRINCIPAL_CENTS = 100_000_000;
const SINGLE_PRINCIPAL_CENTS = 500_000;
const RESTORED_MINUTES_AGO = 10;
const SECRET = 'the secret of the proof of restores that both databases share';

/**
 * Records payments and reversals, sets the database back to a backup from before most of them, lets every client send
 * every request again, and counts what each loan system has.
 */
export async function proveRestore(options: RestoreOptions): Promise<RestoreProof> {
  const { database, fineract } = options;
  const systems: ProofSystem[] = [LEDGER];
  for (const kind of REMOTE_KINDS) {
    const isGiven = kind === 'fineract' && fineract !== undefined;
    systems.push(isGiven ? runningFineract(fineract) : await standInSystem(kind));
  }
  const autopay = await AutopayAtStripe.open();
  const backup = { url: beside(database.url), runUrl: beside(database.runUrl) };
  try {
    return await new Restore(options, systems, autopay, backup).prove();
  } finally {
    await Promise.all([autopay, ...systems].map((opened) => opened.close()));
    await dropDatabase(backup.url);
  }
}

class Restore {
  readonly #isRecovering: boolean;
  readonly #say: (line: string) => void;
  #payments: readonly PlannedPayment[] = [];
  #key: Awaited<ReturnType<Lender['key']>> = { prefix: '', plaintext: '' };

  constructor(
    private readonly options: RestoreOptions,
    private readonly systems: readonly ProofSystem[],
    private readonly autopay: AutopayAtStripe,
    private readonly backup: RestoreOptions['database'],
  ) {
    this.#isRecovering = options.isRecovering ?? true;
    this.#say = options.say ?? (() => undefined);
  }

  async prove(): Promise<RestoreProof> {
    const { database } = this.options;
    const organizationId = await this.#open(database, (instance) => this.#beforeTheBackup(instance));
    await copyDatabase(database.url, this.backup.url);
    this.#say('the backup is made; payments and reversals follow');
    await this.#open(database, (instance) => this.#afterTheBackup(instance));
    this.#say('the database is restored; every client repeats its requests');
    return this.#open(this.backup, async (instance) => {
      await this.#repeat(instance, organizationId);
      return this.#counted(instance);
    });
  }

  async #open<T>(
    { url, runUrl }: RestoreOptions['database'],
    work: (instance: TestInstance) => Promise<T>,
  ): Promise<T> {
    const environment = Object.assign(
      {
        POSTING_REFERENCE_SECRET: SECRET,
        CURSOR_SIGNING_SECRET: SECRET.toUpperCase(),
        LOAN_SYSTEM_TIMEOUT_MS: '30000',
      },
      this.autopay.environment,
      ...this.systems.map((system) => system.environment),
    );
    const database = { url, runUrl, drop: async () => undefined };
    const instance = await openTestInstance({ database, environment, worker: false });
    try {
      return await work(instance);
    } finally {
      await instance.close();
    }
  }

  async #beforeTheBackup(instance: TestInstance): Promise<string> {
    const lender = await instance.lender();
    this.#key = await lender.key();
    const share = this.systems.length;
    const counts = {
      payments: Math.ceil(this.options.payments / share),
      reversals: Math.ceil(this.options.reversals / share),
    };
    const principals = [
      ...Array<number>(SHARED_LOANS).fill(SHARED_PRINCIPAL_CENTS),
      ...Array<number>(singleLoans(counts)).fill(SINGLE_PRINCIPAL_CENTS),
    ];
    const planned: PlannedPayment[] = [];
    for (const system of this.systems) {
      this.#say(`${system.name}: ${principals.length} loans are made`);
      const loans = await system.lend(instance, lender, principals);
      const [shared, single] = [loans.slice(0, SHARED_LOANS), loans.slice(SHARED_LOANS)];
      planned.push(...plannedPayments(system.name, counts, { shared, single }));
    }
    this.#payments = planned;
    const client = await this.#client(instance);
    await client.pay(this.#of('earlier'), posted);
    await this.autopay.schedule(instance, lender, client.api, this.#of('autopay'));
    return lender.organizationId;
  }

  async #afterTheBackup(instance: TestInstance): Promise<void> {
    const jobs = await startJobs(instance.resources);
    try {
      const client = await this.#client(instance);
      for (const payoff of this.#of('payoff')) payoff.amount = await client.quote(payoff);
      await client.pay(this.#of('REST', 'GraphQL', 'payoff'), posted);
      const rows = this.#of('batch row');
      const batch = await submitBatch(client.api, rows, 'the file');
      zip(rows, await batchOutcomes(client.api, batch, rows.length), posted);
      zip(this.#of('autopay'), await this.autopay.outcomes(client.api, this.#of('autopay')), posted);
      this.#say('every payment is posted');
      await client.reverse(
        this.#payments.filter(({ isReversed }) => isReversed),
        ({ key }, { outcome }) => {
          if (outcome !== 'reversed') throw new Error(`the first reversal of ${key} is ${outcome}`);
        },
      );
    } finally {
      await jobs.stop();
    }
  }

  /** In the order that docs/operations.md gives. */
  async #repeat(instance: TestInstance, organizationId: string): Promise<void> {
    const { resources } = instance;
    if (this.#isRecovering) {
      const since = new Date(Date.now() - RESTORED_MINUTES_AGO * 60_000).toISOString();
      await new RecoveryService(resources).start(systemPrincipal('proof'), since, organizationId);
    }
    const client = await this.#client(instance);
    const direct = this.#of('REST', 'GraphQL', 'payoff');
    await client.pay(direct, answeredAgain);
    const isReversed = (payment: PlannedPayment) => payment.isReversed;
    await client.reverse([...this.#of('earlier'), ...direct].filter(isReversed), reversedAgain);
    const rows = this.#of('batch row');
    const batch = await submitBatch(client.api, rows, 'the file');
    for (const { name, isRemote } of this.systems) if (isRemote) await readEverything(instance, name);
    this.#say('the worker starts');
    const jobs = await startJobs(resources);
    try {
      zip(rows, await batchOutcomes(client.api, batch, rows.length), answeredAgain);
      zip(this.#of('autopay'), await this.autopay.outcomes(client.api, this.#of('autopay')), answeredAgain);
      await client.reverse(rows.filter(isReversed), reversedAgain);
    } finally {
      await jobs.stop();
    }
  }

  async #counted(instance: TestInstance): Promise<RestoreProof> {
    const kinds: RestoredKind[] = [];
    const invented: Record<string, number> = {};
    for (const system of this.systems) {
      const own = this.#payments.filter((payment) => payment.system === system.name);
      const loans = [...new Set(own.map(({ loan }) => loan.externalId))];
      const counted = countRestored(system.name, own, await system.postings(instance, loans));
      kinds.push(...counted.kinds);
      invented[system.name] = counted.invented;
    }
    const charges = countCharges(this.#payments, this.autopay.charges());
    const isRemote = (name: SystemName) => this.systems.some((system) => system.name === name && system.isRemote);
    const isProven =
      kinds.every((kind) => isRight(kind, this.#isRecovering && isRemote(kind.system))) &&
      Object.values(invented).every((count) => count === 0) &&
      charges.doubled + charges.lost === 0;
    return { kinds, invented, charges, isProven };
  }

  #client(instance: TestInstance): Promise<ProofClient> {
    return ProofClient.open(instance, this.#key, this.options.atATime);
  }

  #of(...kinds: readonly PlannedPayment['kind'][]): readonly PlannedPayment[] {
    return this.#payments.filter(({ kind }) => kinds.includes(kind));
  }
}

function isRight(found: RestoredKind, keepsIds: boolean): boolean {
  const { kind, payments, repeated, doubled, lost, answeredOtherwise, idsKept, reversals, reversed } = found;
  return (
    doubled + lost + answeredOtherwise === 0 &&
    reversed === reversals &&
    (kind === 'earlier' || repeated === payments) &&
    (!keepsIds || idsKept === payments)
  );
}

function posted(payment: PlannedPayment, { id, outcome }: Answered): void {
  if (outcome !== 'posted') throw new Error(`${payment.key} is ${outcome}`);
  payment.firstId = id;
  payment.id = id;
}

function answeredAgain(payment: PlannedPayment, { id, outcome }: Answered): void {
  payment.id = id;
  // A remote system still has the reversal.
  payment.isAnsweredAgain = outcome === 'posted' || (payment.isReversed && outcome === 'reversed');
}

function reversedAgain(payment: PlannedPayment, { outcome }: Answered): void {
  payment.isReversedAgain = outcome === 'reversed';
}

function zip(
  payments: readonly PlannedPayment[],
  answers: readonly Answered[],
  then: (payment: PlannedPayment, answer: Answered) => void,
): void {
  for (const [n, payment] of payments.entries()) then(payment, answers[n] ?? { id: '', outcome: 'missing' });
}

/** As `loan-systems sync CODE --full`. */
async function readEverything({ resources }: TestInstance, code: string): Promise<void> {
  const sync = new SystemSync({ ownPostings, ...resources, systems: loanSystems(resources) });
  const isRead = async () => {
    const outcome = await sync.run({ code, mode: 'full' });
    return outcome.kind === 'finished' && outcome.pass.loansFailed === 0;
  };
  await until(isRead, `${code} is read`, 300_000);
}
