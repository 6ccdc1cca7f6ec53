import pg from 'pg';
import { registeredStatements } from '../../core/db/statement.js';
import { withClient } from '../../core/db/with-client.js';
import { openLender } from '../../test/support/lender.js';
import { type Populated, populate } from '../../test/support/populated.js';
import { type Values, valuesOfStatement } from '../../test/support/statement-values.js';
import { say } from '../support/bench.js';
import { withResources } from '../support/database.js';
import { startServer } from '../support/start-server.js';
import type { SetUp } from './set-ups.js';

type AnyStatement = ReturnType<typeof registeredStatements>[number];

const NOT_SUPPORTED = '0A000';
const NOT_ALLOWED = '42501';
/** Citus' errors for statements that it cannot distribute, or has split wrongly. */
const OF_CITUS = /distributed|shard|intermediate|functions returning "record"/;
/** A caller with several organizations: their ids belong to several shards, and have no rows. */
const OTHERS = ['01AAA', '01BBB', '01CCC', '01DDD', '01EEE'];

/** The statements that each set-up refuses. */
export async function refusals(setUps: readonly SetUp[]): Promise<string> {
  const [first] = setUps;
  if (first === undefined) throw new Error('there are set-ups');
  const owner = await populateFor(first);
  const counts: string[] = [];
  const refused: string[] = [];
  for (const { name, databaseUrl } of setUps) {
    say(`${name}: every statement`);
    const failures = await withClient(databaseUrl, (client) => failingStatements(client, owner));
    counts.push(`${name}: ${failures.size} of four times ${registeredStatements().length} statements refused`);
    refused.push(...[...failures].map(([statement, why]) => `- ${name}: ${statement}: ${why}`));
  }
  return `${[...counts, ...refused].join('\n')}\n\n`;
}

/**
 * Runs every statement of the product as the product's role for one organization, for a list of one, for several and
 * for all, and rolls it back. It collects the statements that the database cannot run, or that the role may not. Such
 * errors occur before any row is found, so one set-up's rows give the values for all; other errors only mean that a
 * value was not suitable.
 *
 * @returns the database's errors, by `name, for one`, `name, for some`, `name, for several` or `name, for all`.
 */
async function failingStatements(client: pg.Client, owner: Populated): Promise<ReadonlyMap<string, string>> {
  const failures = new Map<string, string>();
  const { organizationId } = owner;
  for (const statement of registeredStatements()) {
    for (const [kind, rendered, allowlist] of [
      ['one', statement.forOne, organizationId],
      ['some', statement.forAllowlist, [organizationId]],
      ['several', statement.forAllowlist, [organizationId, ...OTHERS]],
      ['all', statement.forAll, [organizationId]],
    ] as const) {
      const values = { ...valuesOfStatement(statement, owner), '@allowlist': allowlist };
      const failed = await failure(client, rendered, values);
      if (failed !== undefined) failures.set(`${statement.name}, for ${kind}`, failed);
    }
  }
  return failures;
}

/**
 * Rows for everything that statements name, written by a product without a worker, because the state after two crashes
 * must be kept.
 */
function populateFor(setUp: SetUp): Promise<Populated> {
  return withResources(setUp, async (resources) => {
    const server = await startServer('tributary', setUp);
    try {
      const lender = await openLender(resources, server.url, 'Every Statement Lending');
      return await withClient(setUp.adminUrl, (client) => populate(client, lender, 1_000_000));
    } finally {
      await server.stop();
    }
  });
}

async function failure(client: pg.Client, { text, order }: AnyStatement['forAll'], values: Values) {
  await client.query('begin');
  try {
    await client.query(
      text,
      order.map((name) => values[name] ?? null),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return error.code === NOT_SUPPORTED || error.code === NOT_ALLOWED || OF_CITUS.test(error.message)
      ? error.message
      : undefined;
  } finally {
    await client.query('rollback');
  }
}
