import { proveExactlyOnce } from '../test/support/exactly-once-proof.js';
import { KillableProduct } from '../test/support/killable-product.js';
import { openOwnPostgres } from '../test/support/own-postgres.js';
import { numbers } from './numbers.js';

const {
  keys: KEYS,
  copies: COPIES,
  kills: KILLS,
} = numbers(
  'proof:exactly-once',
  'Payments on the ledger, each key sent by many clients at once, while the product is killed.',
  { keys: 200, copies: 20, kills: 4 },
);

/** `npm run proof:exactly-once -- [keys] [copies] [kills]`: ends with 1 unless each key made one payment, one posting and one answer. */
const database = await openOwnPostgres();
const product = await KillableProduct.open({ databaseUrl: database.url });
try {
  await product.start();
  const began = performance.now();
  const say = (line: string) => process.stderr.write(`${line}\n`);
  await proveExactlyOnce({ product, keys: KEYS, copies: COPIES, kills: KILLS, say });
  const seconds = Math.round((performance.now() - began) / 1_000);
  const summary = { keys: KEYS, copies: COPIES, kills: KILLS, seconds, isProven: true };
  process.stdout.write(`${JSON.stringify(summary)}\n`);
} finally {
  await product.close();
  await database.drop();
}
