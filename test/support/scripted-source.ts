import { z } from 'zod';
import { type RemoteKind, remoteKind } from '../../connectors/loan-systems/remote-kind.js';
import { cents } from '../../core/money.js';
import { systemClock } from '../../core/time/clock.js';
import { isoInstant } from '../../core/time/dates.js';
import type {
  HeadPage,
  HeadsRequest,
  SourceLoan,
  SourcePerson,
  SourceTransaction,
} from '../../loan-model/loan-source-types.js';
import type { LoanSetSource, LoanSource, Reached } from '../../loan-model/port.js';
import type { NormalizedTransaction } from '../../loan-model/projection/account-change.js';
import { on } from './example-loan.js';
import { instant } from './instant.js';
import { answered, ScriptedLoanSystem } from './scripted-loan-system.js';

/** In the order of entry, without a reference, unless the test sets one. */
type ToldTransaction = NormalizedTransaction & Partial<SourceTransaction>;

interface Held {
  loan: Omit<SourceLoan, 'revision'>;
  transactions: ToldTransaction[];
  revision: number;
  changedAt: string;
}

/** A remote loan system in memory: the test sets its loans, and it counts its calls. */
export class ScriptedSource extends ScriptedLoanSystem implements LoanSource {
  readonly source: LoanSource = this;
  readonly persons = new Map<string, SourcePerson>();
  readonly loans = new Map<string, Held>();
  /** External ids of the loans that were read, in order. */
  readonly read: string[] = [];
  readonly listed: HeadsRequest[] = [];
  /** Two loans per page, so that a few loans make several pages. */
  pageSize = 2;
  isAway = false;
  /** Calls for a loan that it refuses because of its rate limit. */
  refusals = 0;
  /** Whether it returns many loans in one call. */
  hasSets = false;
  /** Runs when a loan has been looked up, before the response. */
  beforeLoan: ((externalId: string) => Promise<void>) | undefined;
  /** Loans that are returned, and cannot be stored here. */
  readonly odd = new Set<string>();
  /** Loans that the system refuses to return at the moment: locked, for example. */
  readonly locked = new Set<string>();
  /** Loans that are never returned. */
  readonly mute = new Set<string>();

  override readonly code: string;
  constructor(code = 'scripted') {
    super();
    this.code = code;
  }

  /** The kind that opens this very system, independent of its settings. */
  get kind(): RemoteKind {
    const settings = z.strictObject({ tenant: z.string().min(1) });
    const secrets = z.strictObject({ password: z.string().min(1) });
    return remoteKind({ settings, secrets, create: () => this, unreportedFields: () => [] });
  }

  /** A new loan, or changed fields of an existing one. */
  put(externalId: string, fields: Partial<SourceLoan> = {}, transactions?: readonly ToldTransaction[]): void {
    const before = this.loans.get(externalId);
    if (!this.persons.has('p1')) this.persons.set('p1', person('p1', 'Ada Borrower'));
    this.loans.set(externalId, {
      loan: { ...(before?.loan ?? aLoan(externalId)), ...fields },
      transactions: [...(transactions ?? before?.transactions ?? [])],
      revision: (before?.revision ?? 0) + 1,
      changedAt: isoInstant(systemClock.now()),
    });
  }

  async heads({ since, page, limit }: HeadsRequest): Promise<Reached<HeadPage>> {
    this.listed.push({ since, page, limit });
    if (this.isAway) return { kind: 'unavailable' };
    const changed = [...this.loans].filter(([, held]) => since === null || held.changedAt >= since);
    const all = changed.map(([externalId, { revision }]) => ({ externalId, revision: String(revision) }));
    const from = Number(page ?? 0);
    const next = from + this.pageSize < all.length ? String(from + this.pageSize) : null;
    return answered({ heads: all.slice(from, from + this.pageSize), next });
  }

  async loan(externalId: string): Promise<Reached<SourceLoan | 'absent'>> {
    const held = this.loans.get(externalId);
    const told: SourceLoan | 'absent' =
      held === undefined ? 'absent' : { ...held.loan, revision: String(held.revision) };
    this.read.push(externalId);
    await this.beforeLoan?.(externalId);
    if (this.refusals > 0) {
      this.refusals -= 1;
      return { kind: 'unavailable', retryAfterMs: 1 };
    }
    if (this.odd.has(externalId)) return { kind: 'unavailable', isWell: true };
    if (this.locked.has(externalId)) return { kind: 'unavailable', isWell: true, mayPass: true };
    return this.isAway || this.mute.has(externalId) ? { kind: 'unavailable' } : answered(told);
  }

  async transactions(externalId: string, page: string | null) {
    const all = this.loans.get(externalId)?.transactions ?? [];
    const from = Number(page ?? 0);
    const next = from + 2 < all.length ? String(from + 2) : null;
    const numbered = all.map((transaction, index) => ({ entered: index, reference: null, ...transaction }));
    return answered({ transactions: numbered.slice(from, from + 2), next });
  }

  async person(externalId: string): Promise<Reached<SourcePerson | 'absent'>> {
    return answered(this.persons.get(externalId) ?? 'absent');
  }

  get sets(): LoanSetSource | undefined {
    if (!this.hasSets) return undefined;
    return {
      loans: async (externalIds) =>
        answered(new Map(externalIds.map((externalId) => [externalId, { externalId, content: null }]))),
      transactions: async (externalIds, page) => {
        const externalId = page ?? externalIds[0] ?? '';
        const { transactions } = this.loans.get(externalId) ?? { transactions: [] };
        const numbered = transactions.map((one, index) => ({ entered: index, reference: null, ...one }));
        const next = externalIds[externalIds.indexOf(externalId) + 1] ?? null;
        return answered({ transactions: numbered.map((transaction) => ({ loan: externalId, transaction })), next });
      },
      persons: async (externalIds) => answered(externalIds.flatMap((externalId) => this.persons.get(externalId) ?? [])),
    };
  }

  override async businessDay() {
    return this.isAway ? ({ kind: 'unavailable' } as const) : super.businessDay();
  }
}

export function person(externalId: string, displayName: string): SourcePerson {
  const address = {
    line1: '1 Main St',
    line2: null,
    city: 'Springfield',
    state: 'IL',
    postalCode: '62701',
    country: 'US',
  };
  return { externalId, displayName, email: `${externalId}@example.com`, phone: null, addresses: [address] };
}

/** A disbursed loan of 1,000.00. */
function aLoan(externalId: string): Omit<SourceLoan, 'revision'> {
  return {
    externalId,
    externalContractNumber: `C-${externalId}`,
    externalAccountNumber: `A-${externalId}`,
    sourceStatus: 'ACTIVE',
    statusCode: 'active',
    currentBalanceCents: cents(100_000),
    contract: {
      originatedOn: on('2026-01-15'),
      firstDueOn: on('2026-02-15'),
      maturityOn: on('2027-01-15'),
      originalPrincipalCents: cents(100_000),
      scheduledPaymentCents: cents(9_000),
      annualRate: '12.5',
      termMonths: 12,
    },
    milestones: { chargedOffOn: null, paidOffOn: null },
    pastDue: {
      asOf: on('2026-11-20'),
      pastDueCents: cents(0),
      oldestUnpaidOn: null,
      nextDueOn: on('2026-12-15'),
      nextDueCents: cents(9_000),
    },
    lifecycleEvents: [
      { type: 'opened', fromStatus: 'pending', toStatus: 'active', occurredAt: instant('2026-01-15T00:00:00.000Z') },
    ],
    borrowers: [{ externalId: 'p1', role: 'primary' }],
  };
}

export function paid(externalId: string, amountCents: number, fields: Partial<SourceTransaction> = {}) {
  const transaction: ToldTransaction = {
    externalId,
    type: 'payment',
    amountCents: cents(amountCents),
    effectiveAt: on('2026-11-20'),
    status: 'posted',
    originalExternalId: null,
    paymentMethod: 'cash',
    reason: null,
    principalCents: cents(amountCents),
    interestCents: cents(0),
    feesCents: cents(0),
    endingBalanceCents: cents(100_000 - amountCents),
    ...fields,
  };
  return transaction;
}
