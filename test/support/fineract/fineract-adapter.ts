import { type Logger, pino } from 'pino';
import { createFineract, fineractSettings } from '../../../connectors/loan-systems/fineract/fineract.js';
import { createHttpClient } from '../../../connectors/loan-systems/http/http-client.js';
import { newId } from '../../../core/ids/ids.js';
import type { Clock } from '../../../core/time/clock.js';
import { systemClock } from '../../../core/time/clock.js';
import type { LoanReference, LoanSystem } from '../../../loan-model/port.js';
import type { BookLoan } from './fineract-book.js';
import { FINERACT_USER, type FineractServer } from './fineract-server.js';

interface AdapterOptions {
  readonly settings?: Readonly<Record<string, string>>;
  readonly password?: string;
  /** Default: longer than a busy machine needs. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** The adapter, configured for the stand-in as by an operator; without the guard that production adds. */
export function fineractAdapter(
  server: Pick<FineractServer, 'baseUrl'>,
  options: AdapterOptions = {},
): LoanSystem & { close(): Promise<void> } {
  const { username, tenant, password } = FINERACT_USER;
  const { timeoutMs = 60_000, clock = systemClock, logger = pino({ level: 'silent' }) } = options;
  const closing: (() => Promise<void>)[] = [];
  const system = createFineract({
    code: 'fineract',
    baseUrl: server.baseUrl,
    settings: fineractSettings.parse({ username, tenant, ...ANY_DAY, ...options.settings }),
    secrets: { password: options.password ?? password },
    connect: (headers) => {
      const client = createHttpClient({ system: 'fineract', baseUrl: server.baseUrl, headers, timeoutMs, logger });
      closing.push(() => client.close());
      return client;
    },
    clock,
    logger,
  });
  return { ...system, close: async () => void (await Promise.all(closing.map((close) => close()))) };
}

/** Tests set the business date to days that are long past by the machine's clock. */
const ANY_DAY = { 'business-day-tolerance': '9999' };

export function referenceTo(loan: BookLoan): LoanReference {
  return { organizationId: newId(), accountId: newId(), externalId: String(loan.id) };
}
