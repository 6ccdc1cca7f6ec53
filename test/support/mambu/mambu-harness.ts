import { createHttpClient, type HttpClient } from '../../../connectors/loan-systems/http/http-client.js';
import { createMambu, mambuSettings } from '../../../connectors/loan-systems/mambu/mambu.js';
import { newId } from '../../../core/ids/ids.js';
import { createLogger, type Logger } from '../../../core/logging/logger.js';
import { cents } from '../../../core/money.js';
import { systemClock } from '../../../core/time/clock.js';
import type {
  LoanReference,
  LoanSource,
  LoanSystem,
  PaymentOrder,
  Posting,
  PostingOutcome,
  Reached,
  ReversalOrder,
} from '../../../loan-model/port.js';
import type { BookLoan } from './mambu-loan.js';
import { MAMBU_API_KEY, type MambuServer, openMambu } from './mambu-server.js';

/** The adapter, connected to a stand-in tenant. */
export interface MambuHarness {
  readonly server: MambuServer;
  readonly system: LoanSystem;
  readonly source: LoanSource;
  readonly logger: Logger;
  close(): Promise<void>;
}

export interface HarnessOptions {
  /** Default: longer than a busy machine needs. */
  readonly timeoutMs?: number;
  readonly settings?: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly server?: MambuServer;
  /** An address without a listener, for example. */
  readonly baseUrl?: string;
}

export async function openMambuHarness(options: HarnessOptions = {}): Promise<MambuHarness> {
  const server = options.server ?? (await openMambu());
  const logger = createLogger('silent', 'test');
  const baseUrl = options.baseUrl ?? server.baseUrl;
  const clients: HttpClient[] = [];
  const system = createMambu({
    code: 'mambu',
    baseUrl,
    settings: mambuSettings.parse(options.settings ?? {}),
    secrets: options.secrets ?? { 'api-key': MAMBU_API_KEY },
    connect: (headers) => {
      const client = createHttpClient({
        system: 'mambu',
        baseUrl,
        headers,
        timeoutMs: options.timeoutMs ?? 60_000,
        logger,
      });
      clients.push(client);
      return client;
    },
    clock: systemClock,
    logger,
  });
  if (system.source === undefined) throw new Error('Mambu has a source');
  const close = async () => {
    await Promise.all(clients.map((client) => client.close()));
    if (options.server === undefined) await server.close();
  };
  return { server, system, source: system.source, logger, close };
}

export function referenceTo(loan: BookLoan): LoanReference {
  return { organizationId: 'organization', accountId: 'account', externalId: loan.key };
}

export function paymentOn(loan: BookLoan, amount = 1_000, externalReference = newId()): PaymentOrder {
  return {
    loan: referenceTo(loan),
    externalReference,
    amountCents: cents(amount),
    paymentMethod: 'check',
    checkNumber: 1042,
    memo: 'By the branch',
  };
}

export function reversalOf(
  payment: PaymentOrder,
  posting: Pick<Posting, 'externalId'>,
  more: Partial<ReversalOrder> = {},
): ReversalOrder {
  return {
    loan: payment.loan,
    externalReference: newId(),
    paymentReference: payment.externalReference,
    postingExternalId: posting.externalId,
    amountCents: payment.amountCents,
    reason: null,
    isNsf: false,
    ...more,
  };
}

export function answered<T>(reached: Reached<T>): T {
  if (reached.kind === 'unavailable') throw new Error('Mambu did not answer');
  return reached.value;
}

export function confirmed(outcome: PostingOutcome): Posting {
  if (outcome.kind !== 'confirmed') throw new Error(`not confirmed: ${JSON.stringify(outcome)}`);
  return outcome.posting;
}
