import type { Pool } from 'pg';
import { vi } from 'vitest';

/**
 * What runs over a pool while something is done: the names of registered statements, and `models of <table>` for a query of Prisma's. Not who
 * is asking: a key's and an operator's rows are read again once a second, and behind the requests it is noted when a key was used.
 */
export async function statementsRun(pool: Pool, work: () => Promise<unknown>): Promise<readonly string[]> {
  const query = vi.spyOn(pool, 'query');
  try {
    await work();
    return query.mock.calls.map(([statement]) => nameOf(statement)).filter((name) => !WHO_ASKS.test(name));
  } finally {
    query.mockRestore();
  }
}

/** Statements about the caller, which run now and then. */
export const WHO_ASKS = /^(api_key|operator_token)\.(read|write_uses)/;

function nameOf(statement: unknown): string {
  const { name, text } = Object(statement);
  // How a statement is written depends on how many organizations its caller has, and on whether its list has one entry.
  return typeof name === 'string'
    ? name.replace(/(?:\.lone)?(?:\.some|\.all)?$/, '')
    : `models of ${/ FROM "public"\."(\w+)"/.exec(String(text))?.[1]}`;
}
