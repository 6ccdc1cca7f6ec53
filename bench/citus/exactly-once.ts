import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Api, type ApiAnswer } from '../../test/support/api.js';
import { openLender } from '../../test/support/lender.js';
import type { Serving } from './serving.js';

const KEYS = 100;
const COPIES = 5;
const AT_ONCE = 20;
const ACCOUNTS = 10;
const KILLS = 4;
const KILL_EVERY_MS = 1_500;
const PATIENCE_MS = 180_000;

/** The number of each; each must equal the number of keys. */
export interface Counted {
  readonly keys: number;
  /** Distinct responses over all copies of all keys. */
  readonly answers: number;
  readonly posted: number;
  readonly postings: number;
  readonly kills: number;
  /** The sum of all ledger lines: zero. */
  readonly imbalanceCents: number;
}

/**
 * Sends each key several times at once, as a careful client does until it knows the outcome, while the product is
 * killed and restarted.
 */
export async function exactlyOnce(serving: Serving, databaseUrl: string): Promise<Counted> {
  const lender = await openLender(serving.resources, serving.url(), 'Exactly Once Lending');
  const accounts = await inTurn(ACCOUNTS, () => lender.ledgerAccount(10_000_000));
  const { token } = await Api.exchange(serving.url(), await lender.key());
  let isOver = false;
  let kills = 0;
  const killing = (async () => {
    while (kills < KILLS && !isOver) {
      await sleep(KILL_EVERY_MS);
      await serving.killAndStart();
      kills += 1;
    }
  })();
  const answers = new Set<string>();
  const keys = Array.from({ length: KEYS }, (_, n) => ({ key: randomUUID(), account: accounts[n % ACCOUNTS] ?? '' }));
  const waiting = [...keys];
  const client = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { account, key } = next;
      const copies = Array.from({ length: COPIES }, () => untilKnown(serving, token, account, key));
      for (const { status, text } of await Promise.all(copies)) answers.add(`${status} ${text}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, client));
  } finally {
    isOver = true;
    await killing;
  }
  return { keys: KEYS, answers: answers.size, kills, ...(await count(databaseUrl, lender.organizationId)) };
}

async function untilKnown({ url }: Serving, token: string, account: string, key: string): Promise<ApiAnswer> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await new Api(url(), token).record(account, {}, key).catch(() => undefined);
    if (answer?.status === 201) return answer;
    if (Date.now() > deadline) throw new Error(`never known: ${answer?.status} ${answer?.text}`);
    await sleep(100);
  }
}

async function count(databaseUrl: string, organizationId: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const number = async (sql: string) => Number((await client.query<{ n: string }>(sql, [organizationId])).rows[0]?.n);
  try {
    return {
      posted: await number(
        `select count(*) as n from collected_payment where organization_id = $1 and status = 'posted'`,
      ),
      postings: await number(`select count(*) as n from ledger_entry where organization_id = $1 and type = 'payment'`),
      imbalanceCents: await number(
        'select coalesce(sum(amount_cents), 0) as n from ledger_line where organization_id = $1',
      ),
    };
  } finally {
    await client.end();
  }
}

async function inTurn<T>(times: number, make: () => Promise<T>): Promise<readonly T[]> {
  const made: T[] = [];
  for (let n = 0; n < times; n += 1) made.push(await make());
  return made;
}
