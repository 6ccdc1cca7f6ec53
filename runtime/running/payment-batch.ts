import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentBatchMode } from '../../core/contract/payment-batch.js';
import { Problem } from '../../core/errors/problem.js';
import type { ValidationIssue } from '../../core/errors/validation.js';
import { isId } from '../../core/ids/ids.js';
import { limitToOrganization, type Principal } from '../../core/principal/principal.js';
import type { BatchKey } from '../../subgraphs/payments/collected/batch/enqueue-batch.js';
import type { PaymentBatchRow } from '../../subgraphs/payments/collected/batch/payment-batch.store.js';
import type { Tallies } from '../../subgraphs/payments/collected/batch/row-counts.js';
import { paymentsJobs } from '../../subgraphs/payments/index.js';
import { paymentsServices } from '../../subgraphs/payments/services.js';
import { openResources } from '../assembly/resources.js';
import { subgraphsSource } from '../assembly/subgraphs-source.js';
import type { Session } from '../command-session.js';
import { RunError } from '../run-error.js';

type Services = ReturnType<typeof paymentsServices>;

/** Options for recording a file of payments. */
export interface BatchRequest {
  readonly organization: string;
  readonly mode: PaymentBatchMode;
  readonly dryRun?: true;
  readonly resume?: true;
}

/** A parsed file. */
export interface BatchFile {
  readonly csv: string;
  /** SHA-256 of the bytes, followed by the charset unless it is UTF-8. */
  readonly digest: string;
}

/** A finished batch. */
export interface FinishedBatch {
  readonly batch: PaymentBatchRow;
  readonly tallies: Tallies;
  /** The results, CSV. */
  readonly file: string;
}

/**
 * Submits the file, and processes it in this process, beside the installation's worker or without one.
 *
 * @param by - the person who runs the command; the needed scopes are added
 */
export async function recordBatch(
  session: Session,
  by: Principal,
  file: BatchFile,
  options: BatchRequest,
): Promise<FinishedBatch> {
  const { config, databaseUrl, logger } = session;
  if (!isId(options.organization)) throw new RunError(`there is no organization ${options.organization}`);
  const resources = await openResources({ config, databaseUrl, logger });
  try {
    const caller = callerFor(by, options.organization);
    const source = subgraphsSource(resources);
    const services = paymentsServices(source);
    const id = await handIn(services.batchWrites, caller, file, options).catch(explained);
    await resources.addedSystems.refresh();
    return await finished(paymentsJobs(source), services.batches, caller, { id, organizationId: options.organization });
  } finally {
    await resources.close();
  }
}

function callerFor(by: Principal, organizationId: string): Principal {
  const scopes = ['external_payments:read', 'external_payments:write'] as const;
  return limitToOrganization({ ...by, scopes }, organizationId);
}

/** The same command has the same file digest, and so is the same batch; a dry run is always a new one. */
async function handIn(
  { creator, resumer }: Services['batchWrites'],
  caller: Principal,
  { csv, digest }: BatchFile,
  options: BatchRequest,
): Promise<string> {
  const { mode, dryRun = false } = options;
  const idempotencyKey = `cli:${mode}:${dryRun ? randomUUID() : digest}`;
  const body = { mode, dry_run: dryRun, csv };
  const { batchId, replayed } = await creator.create(caller, {
    organizationId: null,
    idempotencyKey,
    body,
  });
  if (replayed && options.resume) {
    await resumer.resume(caller, { batchId, idempotencyKey: randomUUID() }).catch((error: unknown) => {
      // A batch in progress, or done, needs no action.
      if (!(error instanceof Problem && error.code === 'payment_batch_not_stopped')) throw error;
    });
  }
  return batchId;
}

const BETWEEN_LOOKS_MS = 200;

/** Processes the batch, a slice at a time, unless a worker of the installation is processing it. */
async function finished(
  jobs: Pick<ReturnType<typeof paymentsJobs>, 'payment_batch'>,
  batches: Services['batches'],
  caller: Principal,
  key: BatchKey,
): Promise<FinishedBatch> {
  for (let said = ''; ; await sleep(BETWEEN_LOOKS_MS)) {
    await jobs.payment_batch(key);
    const batch = await batches.one(caller, key.id);
    const [tallies] = await batches.tallies(caller, [key.id]);
    if (tallies === undefined) throw new Error('a batch has no tallies');
    const line = `tributary: ${batch.rowCount - tallies.outcomes.not_tried.rows} of ${batch.rowCount} rows\n`;
    if (line !== said) process.stderr.write(line);
    said = line;
    if (batch.finishedAt !== null) return { batch, tallies, file: await batches.resultFile(caller, key.id) };
  }
}

/** @throws {RunError} listing all problems of the file, one per line */
function explained(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  const issues = error.issues?.map(lineOf) ?? [];
  throw new RunError([error.message, ...issues].join('\n'));
}

/** Problems count rows from 0; files count lines from 1, with the header first. */
function lineOf({ loc: [, ...place], msg }: ValidationIssue): string {
  const [rows, row, ...field] = place;
  const where = rows === 'rows' && row !== undefined ? `row ${Number(row) + 1}: ${field.join('.')}` : place.join('.');
  return `  ${where}: ${msg}`;
}
