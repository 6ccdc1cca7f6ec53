import { openOwnPostgres } from '../test/support/own-postgres.js';
import { proveWebhooks } from '../test/support/webhook-proof.js';
import { numbers } from './numbers.js';

const { changes: CHANGES, seed: SEED } = numbers(
  'proof:webhooks',
  'State changes while writers and workers are killed: each has one webhook event.',
  { changes: 10_000, seed: 1 },
);

/**
 * `npm run proof:webhooks -- [changes] [seed]`: state changes while writers and workers are killed. Ends with 1 unless
 * each has one delivered event, and no other events were delivered.
 */
const database = await openOwnPostgres();
const say = (line: string) => process.stderr.write(`${line}\n`);
const proof = await proveWebhooks({ database, changes: CHANGES, kills: 40, seed: SEED, say });
const isProven = proof.lost + proof.invented + proof.underTwoIds + proof.wronglySigned === 0;
process.stdout.write(`${JSON.stringify({ ...proof, seed: SEED, isProven })}\n`);
process.exitCode = isProven ? 0 : 1;
