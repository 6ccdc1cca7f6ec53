import { positive } from '../setting-schemas.js';

/** CSV exports of reports. */
export const EXPORTS = {
  REPORT_EXPORT_CONNECTIONS: positive(3, 'The most dedicated connections that CSV exports may use, per process.'),
  REPORT_EXPORT_STALL_MS: positive(
    60_000,
    'How long the reader of a CSV export may read nothing before it is cut off.',
  ),
  REPORT_EXPORT_LEAST_BYTES_PER_MINUTE: positive(
    1_000_000,
    'The least that the reader of a CSV export must read per minute, uncompressed, when that much is available; a slower reader is cut off.',
  ),
  REPORT_EXPORT_DEADLINE_MS: positive(
    900_000,
    'How long a CSV export may take in total before it is cut off. Postgres ends its statement after 15 minutes in any case.',
  ),
};
