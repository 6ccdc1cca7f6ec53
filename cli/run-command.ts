import { CommanderError } from 'commander';
import { ConfigurationError } from '../core/config/load.js';
import { SharedSessionsError } from '../core/db/dedicated-sessions.js';
import { Problem } from '../core/errors/problem.js';
import type { ValidationIssue } from '../core/errors/validation.js';
import { UnknownReferenceSecretError } from '../core/posting-references/secret-check.js';
import { EmbeddedDatabaseError } from '../runtime/embedded/embedded-database-error.js';
import { MigrationError } from '../runtime/migrate/migration-history.js';
import { RolesError } from '../runtime/roles/create-database-roles.js';
import { RunError } from '../runtime/run-error.js';
import { CommandError } from './command-error.js';
import { createProgram } from './program.js';

/**
 * Runs one command line. Expected failures are one line on standard error.
 *
 * @param words - the command line without the program name
 * @returns the exit code: 0 done, 1 refused or failed, 2 wrong usage
 */
export async function runCommand(words: readonly string[]): Promise<number> {
  try {
    await (await createProgram(words)).parseAsync(words, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return report(error, words.includes('--json'));
  }
}

/** Reports the failure, and returns the exit code. */
function report(error: unknown, json: boolean): number {
  // Commander has already written its own errors; `--help` is one of them.
  const isCommanders = error instanceof CommanderError;
  if (isCommanders && error.exitCode === 0) return 0;
  const { message, exitCode, stack } = isCommanders ? { message: error.message, exitCode: 2 } : failureOf(error);
  if (stack !== undefined) process.stderr.write(`${stack}\n`);
  if (!isCommanders) process.stderr.write(`tributary: ${message}\n`);
  // With `--json`, standard output gets its document on failure too; on one line, for commands that print one per line.
  if (json) process.stdout.write(`${JSON.stringify({ error: message, exit_code: exitCode })}\n`);
  return exitCode;
}

interface Failure {
  readonly message: string;
  readonly exitCode: number;
  /** For defects. */
  readonly stack?: string | undefined;
}

const EXPECTED = [
  ConfigurationError,
  EmbeddedDatabaseError,
  MigrationError,
  RolesError,
  RunError,
  SharedSessionsError,
  UnknownReferenceSecretError,
];

function failureOf(error: unknown): Failure {
  if (error instanceof CommandError) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof Problem && error.issues !== undefined) return { message: problemsOf(error.issues), exitCode: 1 };
  const connection = connectionProblem(error);
  if (connection !== undefined) return { message: `cannot use the database: ${connection}`, exitCode: 1 };
  if (!(error instanceof Error)) return { message: String(error), exitCode: 1 };
  const isExpected = EXPECTED.some((kind) => error instanceof kind);
  return { message: error.message, exitCode: 1, ...(!isExpected && { stack: error.stack }) };
}

/** A service's refusals, by field. */
function problemsOf(issues: readonly ValidationIssue[]): string {
  const optionOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return issues
    .map(({ loc, msg }) => `${optionOf(loc.slice(1).join('.'))}: ${msg.replace(/^Value error, /, '')}`)
    .join('; ');
}

/** Errors of the network, or of Postgres' classes 08 (connection), 28 (authorization) and 3D (no such database). */
function connectionProblem(error: unknown): string | undefined {
  if (error instanceof Problem && error.code === 'service_unavailable') return messageOf(error.cause) ?? error.message;
  const first = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error) || !('code' in first) || typeof first.code !== 'string') return undefined;
  return /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|08|28|3D)/.test(first.code) ? first.message : undefined;
}

function messageOf(cause: unknown): string | undefined {
  const first = cause instanceof AggregateError ? cause.errors[0] : cause;
  return first instanceof Error ? first.message : undefined;
}
