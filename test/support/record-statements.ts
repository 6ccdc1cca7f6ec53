import type { Pool } from 'pg';
import { vi } from 'vitest';

/**
 * The statements that run over a pool during some work: names of registered statements, and `models of <table>` for a
 * Prisma query. Without statements about the caller: rows of keys and operators are read again once a second, and the
 * last use of a key is written after the responses. Without the list of loan systems: their table is read every 30 s,
 * and after each change of it.
 */
export async function recordStatements(pool: Pool, work: () => Promise<unknown>): Promise<readonly string[]> {
  const query = vi.spyOn(pool, 'query');
  try {
    await work();
    return query.mock.calls
      .map(([statement]) => nameOf(statement))
      .filter((name) => !CALLER_STATEMENTS.test(name) && name !== WHERE_LOANS_ARE);
  } finally {
    query.mockRestore();
  }
}

/** Statements about the caller, which run from time to time. */
export const CALLER_STATEMENTS = /^(api_key|operator_token)\.(read|write_uses)/;

/** The process reads this table by itself, so that it may appear among another query's statements. */
const WHERE_LOANS_ARE = 'models of loan_system';

function nameOf(statement: unknown): string {
  const { name, text } = Object(statement);
  // A statement's name depends on how many organizations its caller has, and on whether its list has one entry.
  return typeof name === 'string'
    ? name.replace(/(?:\.lone)?(?:\.some|\.all)?$/, '')
    : `models of ${/ FROM "public"\."(\w+)"/.exec(String(text))?.[1]}`;
}
