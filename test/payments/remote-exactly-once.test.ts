import { it } from 'vitest';
import { freshDatabase } from '../support/database.js';
import { proveRemoteExactlyOnce } from '../support/remote-exactly-once-proof.js';

/** Per system. */
const KEYS = 40;
const KILLS = 3;

/** A small share of `npm run bench -- remote-exactly-once-proof`. */
it(`POST /v1/accounts/{id}/payments, ${KEYS} over each remote system, a fault at every second posting, ${KILLS} kills: each is posted once, or correctly reported as not posted`, async () => {
  const database = await freshDatabase();
  try {
    await proveRemoteExactlyOnce({ databaseUrl: database.url, keys: KEYS, kills: KILLS, atATime: 40 });
  } finally {
    await database.drop();
  }
}, 400_000);
