import pg from 'pg';
import { registeredStatements } from '../../core/db/statement.js';
import { openLender } from '../../test/support/lender.js';
import { type Populated, populate } from '../../test/support/populated.js';
import { type Values, valuesOfStatement } from '../../test/support/statement-values.js';
import { startServer } from '../start-server.js';
import { openSideServer } from './serving.js';
import type { Addresses } from './set-ups.js';

type AnyStatement = ReturnType<typeof registeredStatements>[number];

const NOT_SUPPORTED = '0A000';
const NOT_ALLOWED = '42501';
/** Citus' errors for statements that it cannot distribute, or has split wrongly. */
const OF_CITUS = /distributed|shard|intermediate|functions returning "record"/;
/** A caller with several organizations: their ids belong to several shards, and have no rows. */
const OTHERS = ['01AAA', '01BBB', '01CCC', '01DDD', '01EEE'];

/**
 * Refused statements, by `name, for one`, `name, for some`, `name, for several` or `name, for all`, with the database's
 * error.
 */
export type Failures = ReadonlyMap<string, string>;

/**
 * Runs every statement of the product as the product's role for one organization, for a list of one, for several and
 * for all, and rolls it back. It collects the statements that the database cannot run, or that the role may not. Such
 * errors occur before any row is found, so one set-up's rows give the values for all; other errors only mean that a
 * value was not suitable.
 */
export async function failingStatements(databaseUrl: string, owner: Populated): Promise<Failures> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const failures = new Map<string, string>();
    for (const statement of registeredStatements()) {
      for (const [kind, rendered, others] of [
        ['one', statement.forOne, []],
        ['some', statement.forAllowlist, []],
        ['several', statement.forAllowlist, OTHERS],
        ['all', statement.forAll, []],
      ] as const) {
        const failed = await failure(
          client,
          rendered,
          valuesOf(statement, owner, kind === 'one' ? owner.organizationId : [owner.organizationId, ...others]),
        );
        if (failed !== undefined) failures.set(`${statement.name}, for ${kind}`, failed);
      }
    }
    return failures;
  } finally {
    await client.end();
  }
}

/**
 * Rows for everything that statements name, written by a product without a worker, because the state after two crashes
 * must be kept.
 */
export async function populateFor(addresses: Addresses): Promise<Populated> {
  const client = new pg.Client({ connectionString: addresses.adminUrl });
  await client.connect();
  const { resources, environment, close } = await openSideServer(addresses);
  const served = { databaseUrl: addresses.url, dataDir: environment['TRIBUTARY_DATA_DIR'] ?? '', organizationId: '' };
  const server = await startServer('tributary', served);
  try {
    const lender = await openLender(resources, server.url, 'Every Statement Lending');
    return await populate(client, lender, 1_000_000);
  } finally {
    server.stop();
    await close();
    await client.end();
  }
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

function valuesOf(statement: AnyStatement, owner: Populated, allowlist: string | readonly string[]): Values {
  return { ...valuesOfStatement(statement, owner), '@allowlist': allowlist };
}
