import type { Pool } from 'pg';
import { vi } from 'vitest';

/**
 * What runs over a pool while something is done: the names of registered statements, and `models of <table>` for a query of Prisma's. Not who
 * is asking: a key's and an operator's rows are read again once a second, and behind the requests it is noted when a key was used. Nor the
 * loan systems that were added: their table is read every 30 s, and after each change of it.
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

/** Statements about the caller, which run now and then. */
export const CALLER_STATEMENTS = /^(api_key|operator_token)\.(read|write_uses)/;

/** The process reads it by itself, so that one of two questions may find it among its own. */
const WHERE_LOANS_ARE = 'models of loan_system';

function nameOf(statement: unknown): string {
  const { name, text } = Object(statement);
  // How a statement is written depends on how many organizations its caller has, and on whether its list has one entry.
  return typeof name === 'string'
    ? name.replace(/(?:\.lone)?(?:\.some|\.all)?$/, '')
    : `models of ${/ FROM "public"\."(\w+)"/.exec(String(text))?.[1]}`;
}
