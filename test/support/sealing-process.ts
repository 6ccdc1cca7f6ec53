import { sealEntries } from '../../core/audit/sealing/seal-entries.js';
import { Database } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { createLogger } from '../../core/logging/logger.js';
import { KeyedDigests } from '../../core/secrets/keyed-digests.js';
import { systemClock } from '../../core/time/clock.js';

/*
 * Seals the audit log of DATABASE_URL repeatedly, three rows a seal, to be killed while it does. Prints a line when it
 * starts.
 */
const { DATABASE_URL = '', DATA_ENCRYPTION_KEYS = '' } = process.env;
const db = new Database(createPool(DATABASE_URL, 2, createLogger('silent', 'test')));
const macs = new KeyedDigests([DATA_ENCRYPTION_KEYS], 'audit heads');
process.stdout.write('begins\n');
for (;;) await sealEntries({ db, clock: systemClock, macs }, 3);
