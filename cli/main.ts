import 'reflect-metadata';
import './heap-growth.js';
import { CommanderError } from 'commander';
import { ConfigurationError } from '../core/config/load.js';
import { EmbeddedDatabaseError } from '../core/db/embedded/embedded-database-error.js';
import { MigrationError } from '../core/db/migrate/pending.js';
import { SharedSessionsError } from '../core/db/own-sessions.js';
import { RolesError } from '../core/db/roles/make-roles.js';
import { Problem } from '../core/errors/problem.js';
import type { ValidationIssue } from '../core/errors/validation.js';
import { CommandError } from './command-error.js';
import { createProgram } from './program.js';

try {
  await createProgram().parseAsync();
  process.exit();
} catch (error) {
  process.exit(report(error));
}

/** Says what went wrong, in one line where it is nobody's fault of ours. Returns the exit code: 1 refused or failed, 2 wrongly called. */
function report(error: unknown): number {
  // Commander has already said it; what it calls an error includes `--help`.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : document(error.message, 2);
  if (error instanceof CommandError) return say(error.message, error.exitCode);
  const expected = [ConfigurationError, EmbeddedDatabaseError, MigrationError, RolesError, SharedSessionsError].some(
    (kind) => error instanceof kind,
  );
  if (expected && error instanceof Error) return say(error.message, 1);
  if (error instanceof Problem && error.issues !== undefined) return say(problemsOf(error.issues), 1);
  const connection = connectionProblem(error);
  if (connection !== undefined) return say(`cannot use the database: ${connection}`, 1);
  if (!(error instanceof Error)) return say(String(error), 1);
  process.stderr.write(`${error.stack}\n`);
  return say(error.message, 1);
}

/** What a service refused, by field. */
function problemsOf(issues: readonly ValidationIssue[]): string {
  const optionOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return issues
    .map(({ loc, msg }) => `${optionOf(loc.slice(1).join('.'))}: ${msg.replace(/^Value error, /, '')}`)
    .join('; ');
}

function say(message: string, exitCode: number): number {
  process.stderr.write(`tributary: ${message}\n`);
  return document(message, exitCode);
}

/** With `--json` standard output has its one document also when there is no answer; in one line, for commands that print one a line. */
function document(error: string, exitCode: number): number {
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ error, exit_code: exitCode })}\n`);
  return exitCode;
}

/** Of the network, or of Postgres' classes 08 (connection), 28 (authorization) and 3D (no such database). */
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
