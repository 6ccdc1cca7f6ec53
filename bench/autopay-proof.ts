import { proveAutopayKills } from '../test/support/autopay-kills-proof.js';
import { openOwnPostgres } from '../test/support/own-postgres.js';
import { numbers } from './numbers.js';

const { schedules: SCHEDULES, kills: KILLS } = numbers(
  'proof:autopay',
  'Autopay schedules that are due, run by two workers that are each killed so many times.',
  { schedules: 120, kills: 5 },
);

/** `npm run proof:autopay -- [schedules] [kills]`: ends with 1 unless every run ended once, charged and posted, or refunded, or failed. */
const database = await openOwnPostgres();
const began = performance.now();
const say = (line: string) => process.stderr.write(`${line}\n`);
await proveAutopayKills({ database, schedules: SCHEDULES, kills: KILLS, say });
const seconds = Math.round((performance.now() - began) / 1_000);
process.stdout.write(`${JSON.stringify({ schedules: SCHEDULES, kills: KILLS, seconds, isProven: true })}\n`);
