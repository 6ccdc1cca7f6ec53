import { type ComparedServer, TITLES } from './compared-servers.js';
import { connectionPool } from './connection-pool.js';
import type { Fixture } from './fixture.js';
import { READS, scenario } from './scenarios.js';

/**
 * Servers whose answers are compared are only comparable if they return the same bytes.
 *
 * @throws {Error} with the first difference
 */
export async function requireSameAnswers(servers: readonly ComparedServer[], fixture: Fixture): Promise<void> {
  for (const id of READS) {
    const call = scenario(id).calls(fixture)();
    const bodies: { readonly server: string; readonly body: string }[] = [];
    for (const server of servers.filter((each) => each.has(id))) {
      const pool = connectionPool(server);
      const { status, text } = await pool.answer(server.requestOf(call));
      await pool.close();
      if (status !== 200) throw new Error(`${TITLES[server.kind]}: ${call.path} answered ${status}: ${text}`);
      bodies.push({ server: TITLES[server.kind], body: server.kind === 'graphql' ? dataOf(text) : text });
    }
    const [first, ...others] = bodies;
    for (const { server, body } of others) {
      if (first !== undefined && body !== first.body)
        throw new Error(
          `${call.path}: ${difference(first.server, first.body)}\n${difference(server, body, first.body)}`,
        );
    }
  }
}

/** The member that the operation asked for, as JSON. */
function dataOf(text: string): string {
  const { data, errors }: { data?: object; errors?: unknown } = JSON.parse(text);
  if (errors !== undefined) throw new Error(`GraphQL answered ${text}`);
  return JSON.stringify(Object.values(data ?? {})[0]);
}

/** The text where it begins to differ. */
function difference(server: string, body: string, other = body): string {
  const at = [...body].findIndex((letter, index) => letter !== other[index]);
  const from = Math.max(0, at - 100);
  return `${server} (${body.length} characters): ${body.slice(from, from + 300)}`;
}
