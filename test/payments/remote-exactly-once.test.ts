import { it } from 'vitest';
import { freshDatabase } from '../support/database.js';
import { proveRemoteExactlyOnce } from '../support/remote-exactly-once-proof.js';

/** Of each system. */
const KEYS = 40;
const KILLS = 3;

/** A share of `npm run proof:remote-exactly-once`. */
it(`POST /v1/accounts/{id}/payments, ${KEYS} over each remote system, a fault at every second posting, ${KILLS} kills: each is posted once, or truthfully not`, async () => {
  const database = await freshDatabase();
  try {
    await proveRemoteExactlyOnce({ databaseUrl: database.url, keys: KEYS, kills: KILLS, atATime: 40 });
  } finally {
    await database.drop();
  }
}, 400_000);
