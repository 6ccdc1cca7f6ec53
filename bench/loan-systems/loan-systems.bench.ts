import { REMOTE_KINDS } from '../../test/support/remote-stand-ins.js';
import { withNumbers } from '../support/bench.js';
import { withDatabase } from '../support/database.js';
import { lagTable } from './change-lag.js';
import { hangingTable } from './isolation-from-hanging-system.js';
import { syncTable } from './syncing.js';

/** The cost of a sync, how late a change becomes an event, and the cost of one hanging loan system to the others. */
export const bench = withNumbers(
  { loans: 20_000, transactions: 400_000 },
  ({ loans, transactions }, parts) =>
    withDatabase(async (place) => {
      if (parts.includes('hanging')) process.stdout.write(`${await hangingTable(place)}\n`);
      if (parts.includes('lag')) process.stdout.write(`${await lagTable(place, loans)}\n`);
      for (const kind of REMOTE_KINDS.filter((candidate) => parts.includes(candidate)))
        process.stdout.write(`${await syncTable(kind, place, loans, transactions)}\n`);
    }),
  ['hanging', 'lag', ...REMOTE_KINDS],
);
