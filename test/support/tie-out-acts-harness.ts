import type pg from 'pg';
import { LoanSystems } from '../../connectors/loan-systems/registry.js';
import { createPool } from '../../core/db/pool.js';
import { newId } from '../../core/ids/ids.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { systemClock } from '../../core/time/clock.js';
import { businessDayOf } from '../../ledger/rules/business-day.js';
import { loanSystems, remoteSystems } from '../../runtime/assembly/loan-systems.js';
import { subgraphsSource } from '../../runtime/assembly/subgraphs-source.js';
import { ownPostings } from '../../subgraphs/payments/autopay/run/own-posting-details.reads.store.js';
import { ActWorker } from '../../subgraphs/payments/tie-out/act/act-worker.js';
import { LoanSystemService } from '../../subgraphs/servicing/loan-systems/loan-system/loan-system.service.js';
import { SystemSync } from '../../subgraphs/servicing/loan-systems/sync/sync-loan-system.js';
import type { Api } from './api.js';
import { FINERACT_USER, type FineractServer, openFineract } from './fineract/fineract-server.js';
import { KillableDatabase, killableSystem } from './killable-worker.js';
import type { Lender } from './lender.js';
import { MAMBU_API_KEY, type MambuServer, openMambu } from './mambu/mambu-server.js';
import { REMOTE_KINDS } from './remote-stand-ins.js';
import { openTestInstance, type TestInstance } from './test-instance.js';
import { TieOutHarness } from './tie-out-harness.js';

const ADMIN = systemPrincipal('test');
const CODES = ['ledger', ...REMOTE_KINDS] as const;
export type SystemCode = (typeof CODES)[number];

/**
 * One day's payments on three loan systems, with faults among them, and the worker for tie-out acts without its queue.
 */
export class TieOutActsHarness {
  readonly instance: TestInstance;
  readonly sql: pg.Pool;
  readonly lender: Lender;
  readonly api: Api;
  readonly fineract: FineractServer;
  readonly mambu: MambuServer;
  readonly bench: TieOutHarness;
  readonly #postedAs = new Map<string, string>();
  readonly #accounts: Record<SystemCode, string[]> = { ledger: [], fineract: [], mambu: [] };

  private constructor(open: Pick<TieOutActsHarness, 'instance' | 'sql' | 'lender' | 'api' | 'fineract' | 'mambu'>) {
    ({ instance: this.instance, sql: this.sql, lender: this.lender, api: this.api } = open);
    ({ fineract: this.fineract, mambu: this.mambu } = open);
    this.bench = new TieOutHarness(
      open.instance,
      open.sql,
      open.lender.organizationId,
      businessDayOf(systemClock.now()),
    );
  }

  static async open(loans: number): Promise<TieOutActsHarness> {
    const secrets = { LOAN_SYSTEM_SECRET_F: FINERACT_USER.password, LOAN_SYSTEM_SECRET_M: MAMBU_API_KEY };
    const instance = await openTestInstance({
      worker: false,
      environment: { ...secrets, LOAN_SYSTEM_TIMEOUT_MS: '3000' },
    });
    const sql = createPool(instance.databaseUrl, 8, instance.resources.logger);
    const lender = await instance.lender();
    const [fineract, mambu] = await Promise.all([
      openFineract({ checked: false, port: 0 }),
      openMambu({ checked: false, port: 0 }),
    ]);
    const harness = new TieOutActsHarness({ instance, sql, lender, api: await lender.api(), fineract, mambu });
    await harness.#addSystems(loans);
    return harness;
  }

  async #addSystems(loans: number): Promise<void> {
    const { instance, lender, fineract, mambu } = this;
    for (let made = 0; made < loans; made += 1) {
      fineract.book.loan({ principal: 1_000_000 });
      mambu.book.loan({ principal: 1_000_000 });
      this.#accounts.ledger.push(await lender.ledgerAccount());
    }
    const service = new LoanSystemService({ ...instance.resources, remotes: remoteSystems(instance.resources) });
    const { organizationId } = lender;
    const { username, tenant } = FINERACT_USER;
    const added = [
      ['fineract', fineract.baseUrl, { username, tenant }, { password: 'LOAN_SYSTEM_SECRET_F' }],
      ['mambu', mambu.baseUrl, {}, { 'api-key': 'LOAN_SYSTEM_SECRET_M' }],
    ] as const;
    for (const [code, baseUrl, settings, secretEnv] of added) {
      await service.add(ADMIN, { code, kind: code, baseUrl, organizationId, settings, secretEnv }, true);
    }
    await instance.resources.addedSystems.refresh();
    for (const code of ['fineract', 'mambu'] as const) {
      await new SystemSync({ ownPostings, ...instance.resources, systems: loanSystems(instance.resources) }).run({
        code,
        mode: 'full',
      });
      const { rows } = await this.sql.query('select id from account where loan_system_code = $1 order by external_id', [
        code,
      ]);
      this.#accounts[code].push(...rows.map(({ id }) => id));
    }
  }

  /** Records a payment that is posted. Returns its id. */
  async pay(code: SystemCode, loan = 0, cents = 1_000): Promise<string> {
    const body = { amount_cents: cents, payment_method: 'cash' };
    const path = `/v1/accounts/${this.#accounts[code][loan]}/payments`;
    const answer = await this.api.post(path, body, { 'idempotency-key': newId() });
    if (answer.status !== 201) throw new Error(answer.text);
    const id = answer.json.payment_id;
    const { rows } = await this.sql.query('select posting_reference from collected_payment where id = $1', [id]);
    this.#postedAs.set(id, rows[0].posting_reference ?? id);
    return id;
  }

  /** The reference of a payment in its loan system; other references stay. */
  postedAs(id: string): string {
    return this.#postedAs.get(id) ?? id;
  }

  /** The postings and reversals under a reference in Fineract, in cents: `1000` and `-1000`. */
  inFineract(reference: string): readonly number[] {
    return this.#fineractRows(reference).map(({ amount, reversed }) => (reversed ? -amount : amount));
  }

  #fineractRows(reference: string) {
    return [...this.fineract.book.loans.values()]
      .flatMap(({ transactions }) => transactions)
      .filter(({ externalId }) => externalId === this.postedAs(reference))
      .map((each) => ({ each, amount: each.amount, reversed: each.reversed }));
  }

  /** Removes a posting from Fineract, as a restore of its database would. */
  loseInFineract(reference: string): void {
    for (const { each } of this.#fineractRows(reference)) {
      each.loan.transactions.splice(each.loan.transactions.indexOf(each), 1);
    }
    this.fineract.book.byExternalId.delete(this.postedAs(reference));
    this.fineract.forgetCommands();
  }

  transactionInFineract(reference: string) {
    const [found] = this.#fineractRows(reference);
    if (found === undefined) throw new Error(`Fineract has nothing under ${reference}`);
    return found.each;
  }

  /** Open differences, with their kind and reference. */
  async differences(): Promise<readonly { id: string; subject: string; kind: string; reference: string }[]> {
    const { rows } = await this.sql.query(
      `select d.id, d.subject, d.kind, d.reference from tie_out_difference d join operator_exception x on x.id = d.id
        where x.resolved_at is null order by d.subject, d.kind`,
    );
    return rows;
  }

  worker(): ActWorker {
    return new ActWorker(subgraphsSource(this.instance.resources));
  }

  /**
   * A worker that dies at its `at`-th step: after a statement or commit, or before or after a call to a loan system.
   */
  killableWorker(at: number): {
    readonly worker: ActWorker;
    readonly isDead: () => boolean;
    readonly live: () => void;
  } {
    const source = subgraphsSource(this.instance.resources);
    let left = at;
    const live = () => {
      left -= 1;
      if (left <= 0) throw new Error('killed');
    };
    const systems = new LoanSystems(CODES.map((code) => killableSystem(source.systems.byCode(code), live)));
    return {
      worker: new ActWorker({ ...source, systems, db: new KillableDatabase(this.sql, live) }),
      isDead: () => left <= 0,
      live,
    };
  }

  /** Open acts, of one difference or of all. */
  async pending(differenceId?: string): Promise<readonly { id: string; organizationId: string }[]> {
    const { rows } = await this.sql.query(
      `select id, organization_id as "organizationId" from tie_out_act
        where status = 'pending' and ($1::text is null or difference_id = $1)`,
      [differenceId ?? null],
    );
    return rows;
  }

  /**
   * Processes open acts until none is left. Between two rounds leases expire, and abandoned requests can no longer
   * arrive.
   */
  async workOff(rounds = 6): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      const open = await this.pending();
      if (open.length === 0) return;
      for (const act of open) await this.worker().work(act);
      await this.leasesEnd();
    }
  }

  async leasesEnd(): Promise<void> {
    await this.sql.query(
      `update tie_out_act set lease_until = now() - interval '1 hour' where status = 'pending' and lease_until is not null`,
    );
  }

  async close(): Promise<void> {
    await Promise.all([this.fineract.close(), this.mambu.close()]);
    await this.sql.end();
    await this.instance.close();
  }
}
