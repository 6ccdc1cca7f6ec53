import type { Logger } from '../../../core/logging/logger.js';
import { type IsoDate, type IsoInstant, isoInstant } from '../../../core/time/dates.js';
import type { LoanReference, Reached } from '../../../loan-model/port.js';
import type { RemoteParts } from '../remote-kind.js';
import { type BusinessDays, createBusinessDays, NO_LOAN } from './business-day.js';
import { type ClientAddresses, createClientAddresses } from './client-addresses.js';
import { createPostings, type Postings } from './find-postings.js';
import { createFineractApi, type FineractApi } from './fineract-api.js';
import { statusFlagsOf, unsupportedCurrency } from './loan-mapping.js';
import { type LoanRow, loanRow } from './response-schemas.js';
import type { FineractSettings } from './settings.js';
import { meaningOf, type PaymentCommand } from './statuses.js';
import { createTransactionList, type TransactionList } from './transaction-list.js';

/** The shared context of all calls to one Fineract. */
export interface FineractContext {
  readonly code: string;
  readonly api: FineractApi;
  readonly settings: FineractSettings;
  readonly postings: Postings;
  readonly transactions: TransactionList;
  readonly addresses: ClientAddresses;
  readonly logger: Logger;
  readonly businessDays: BusinessDays;
  /** Whether this server was seen to calculate payoffs for the requested day. */
  readonly datesCount: { isProved: boolean };
  /** The reported business day, at most a minute old: for reading many loans, never for posting. */
  recentBusinessDay(): Promise<Reached<IsoDate>>;
  /** By our own clock. */
  now(): IsoInstant;
  /** Days since 1970 by our own clock. */
  epochDay(): number;
  standing(loan: LoanReference): Promise<Reached<LoanStanding | 'absent'>>;
}

export interface LoanStanding {
  readonly row: LoanRow;
  readonly command: PaymentCommand;
}

const DAY_MS = 86_400_000;
const RECENT_MS = 60_000;

/** @param parts - whose connections authorize each call. */
export function createFineractContext({
  code,
  settings,
  connect,
  clock,
  logger,
}: RemoteParts<FineractSettings>): FineractContext {
  const headers = {
    'fineract-platform-tenantid': settings.tenant,
    accept: 'application/json',
  };
  const api = createFineractApi(code, connect(headers), logger);
  const businessDays = createBusinessDays({ api, clock, settings });
  let recent: { readonly until: number; readonly day: Reached<IsoDate> } | undefined;
  const transactions = createTransactionList(api);
  return {
    code,
    api,
    settings,
    logger,
    transactions,
    addresses: createClientAddresses(code, api, logger),
    postings: createPostings(api, transactions),
    businessDays,
    datesCount: { isProved: false },
    recentBusinessDay: async () => {
      const now = clock.now().epochMilliseconds;
      if (recent !== undefined && now < recent.until) return recent.day;
      const day = await businessDays.reported();
      recent = day.kind === 'answered' ? { until: now + RECENT_MS, day } : undefined;
      return day;
    },
    now: () => isoInstant(clock.now()),
    epochDay: () => Math.floor(clock.now().epochMilliseconds / DAY_MS),
    standing: async ({ externalId }) => {
      const read = await api.read({ path: ['loans', externalId], schema: loanRow, absence: NO_LOAN });
      if (read.kind === 'unavailable') return read;
      if (read.value === 'absent') return { kind: 'answered', value: 'absent' };
      const isSupported = unsupportedCurrency(read.value) === undefined;
      const command = isSupported ? meaningOf(statusFlagsOf(read.value)).command : null;
      return { kind: 'answered', value: { row: read.value, command } };
    },
  };
}
