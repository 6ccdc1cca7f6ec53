import type { Config } from '../../core/config/load.js';
import { requireDedicatedSessions, SharedSessionsError } from '../../core/db/dedicated-sessions.js';
import { lacksTable } from '../../core/db/unavailable-errors.js';
import { Problem } from '../../core/errors/problem.js';
import type { Check } from '../../core/health/readiness.js';
import type { Logger } from '../../core/logging/logger.js';
import { requireKnownSecret } from '../../core/posting-references/secret-check.js';
import { shareConcurrent } from '../../core/telemetry/shared-read.js';
import { openResources, type Resources, type ResourcesSource } from '../assembly/resources.js';
import { mayRewrite } from '../roles/may-rewrite-write-once-tables.js';
import type { Part } from './part.js';

/** Needs of one process that others do not have. */
type Needs = Pick<ResourcesSource, 'checks' | 'onlyReads' | 'callsLoanSystems'>;

/** The pool and everything that depends on it, for as long as the other parts need it. */
export class ResourcesPart implements Part {
  readonly name = 'resources';
  readonly #config: Config;
  readonly #logger: Logger;
  readonly #databaseUrl: () => string;
  readonly #needs: Needs;
  #opened: Resources | undefined;

  constructor(config: Config, logger: Logger, databaseUrl: () => string, needs: Needs = {}) {
    this.#config = config;
    this.#logger = logger;
    this.#databaseUrl = databaseUrl;
    this.#needs = needs;
  }

  get resources(): Resources {
    if (this.#opened === undefined) throw new Error('the resources have not been opened');
    return this.#opened;
  }

  async start(): Promise<void> {
    const databaseUrl = this.#databaseUrl();
    const sessions = sessionCheck(databaseUrl);
    await sessions.passes().catch((error: unknown) => {
      // An unreachable database is not an error here: readiness keeps checking it.
      if (error instanceof SharedSessionsError) throw error;
    });
    if (this.#config.isProduction) await this.#warnOfOneRole(databaseUrl);
    this.#opened = await openResources({
      config: this.#config,
      databaseUrl,
      logger: this.#logger,
      ...this.#needs,
      checks: [sessions, ...(this.#needs.checks ?? [])],
    });
    await this.#requireKnownSecret(this.#opened);
  }

  /**
   * A database that cannot be reached, or that is not migrated yet, is no error: readiness checks both, and the first
   * posting compares again.
   *
   * @throws {UnknownReferenceSecretError}
   */
  async #requireKnownSecret({ db, postingReferences }: Resources): Promise<void> {
    await requireKnownSecret(db, postingReferences).catch((error: unknown) => {
      if (!isUnreachable(error) && !lacksTable(error)) throw error;
    });
  }

  /** Only warns, because some installations can have only one role. */
  async #warnOfOneRole(databaseUrl: string): Promise<void> {
    if (!(await mayRewrite(databaseUrl).catch(() => false))) return;
    this.#logger.warn(
      'the role of DATABASE_URL may change the journal and the audit log: give the product its own role (docs/operations.md, two roles)',
    );
  }

  announceStop(): void {
    this.#opened?.announceStop();
  }

  async stop(): Promise<void> {
    await this.#opened?.close();
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof Problem && ['service_unavailable', 'outcome_unknown'].includes(error.code);
}

/** Not checked again after success: it would take two connections each time. */
function sessionCheck(databaseUrl: string): Check {
  let areOwn = false;
  const passes = shareConcurrent(async () => {
    if (!areOwn) await requireDedicatedSessions(databaseUrl);
    areOwn = true;
    return true;
  });
  return { name: 'database sessions', isRequired: true, passes };
}
