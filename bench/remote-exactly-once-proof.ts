import { openOwnPostgres } from '../test/support/own-postgres.js';
import { proveRemoteExactlyOnce } from '../test/support/remote-exactly-once-proof.js';
import { numbers } from './numbers.js';

const { keys: KEYS, kills: KILLS } = numbers(
  'proof:remote-exactly-once',
  'Payments over each remote loan system, a fault at every second posting, while the product is killed.',
  { keys: 500, kills: 10 },
);

/** `npm run proof:remote-exactly-once -- [keys] [kills]`: ends with 1 unless each payment was posted once, or truthfully not. */
const database = await openOwnPostgres();
try {
  const began = performance.now();
  const say = (line: string) => process.stderr.write(`${line}\n`);
  await proveRemoteExactlyOnce({ databaseUrl: database.url, keys: KEYS, kills: KILLS, atATime: 120, say });
  const seconds = Math.round((performance.now() - began) / 1_000);
  process.stdout.write(`${JSON.stringify({ keys: KEYS, kills: KILLS, seconds, isProven: true })}\n`);
} finally {
  await database.drop();
}
