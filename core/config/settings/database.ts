import { z } from 'zod';
import { databaseAddress } from '../database-address-schema.js';
import { MOST, positive, wholeNumberSetting } from '../setting-schemas.js';

/** The data folder, Postgres and its replica. */
export const DATABASE = {
  TRIBUTARY_DATA_DIR: z
    .string()
    .min(1)
    .default('.tributary')
    .describe('Folder of the embedded database, generated secrets and demo credentials.'),
  DATABASE_URL: databaseAddress()
    .optional()
    .describe('Postgres 15 or newer. Without it an embedded Postgres runs in the data folder.'),
  DATABASE_OWNER_URL: databaseAddress()
    .optional()
    .describe(
      'The same database, as the role that owns the tables; used only by `migrate`, `start` and bulk data. Without it DATABASE_URL’s role owns them, and may change the journal and the audit log.',
    ),
  DATABASE_ADMIN_URL: databaseAddress()
    .optional()
    .describe(
      'The same database, as a role that may create roles; used only by `migrate --roles`. Default: DATABASE_OWNER_URL.',
    ),
  DATABASE_POOL_SIZE: positive(16, 'The most connections that one process keeps to Postgres.'),
  DATABASE_READ_URL: databaseAddress()
    .optional()
    .describe(
      'A streaming replica of `DATABASE_URL`, which answers lists, reports and CSV exports while it is fresh enough. Set it equally in every part; otherwise a client may not see what it has just written.',
    ),
  DATABASE_READ_MAX_LAG_MS: wholeNumberSetting(500, MOST)
    .default(5_000)
    .describe(
      'How old the replica’s data may be; beyond that the primary answers. After a write, the primary answers that client for a few seconds longer than this. The same in every part.',
    ),
};
