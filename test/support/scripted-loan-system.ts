import { cents } from '../../core/money.js';
import { systemClock } from '../../core/time/clock.js';
import { type IsoDate, isoInstant } from '../../core/time/dates.js';
import type {
  Approval,
  LoanReference,
  LoanSystem,
  PaymentOrder,
  Posting,
  PostingOutcome,
  Reached,
  ReversalOrder,
} from '../../loan-model/port.js';
import type { AccountChange } from '../../loan-model/projection/account-change.js';
import { on } from './example-loan.js';

type Scripted = Pick<
  LoanSystem,
  'quotePayoff' | 'quotePayoffOn' | 'postPayment' | 'reversePayment' | 'findPosting' | 'findApproval'
>;

/** The quoted payoff of a loan, independent of postings: a quote does not reflect later postings. */
export const QUOTED_CENTS = 100_000;

/**
 * A loan system scripted by the test, call by call. By default it quotes `QUOTED_CENTS`, confirms every posting, and
 * finds nothing.
 */
export class ScriptedLoanSystem implements LoanSystem {
  readonly code: string = 'scripted';
  readonly settleAfterMs = 300;
  script: Partial<Scripted> = {};
  /** References of its post and reverse calls, in order. */
  readonly sent: string[] = [];
  /** References of its lookups. */
  readonly lookedFor: string[] = [];

  async businessDay(): Promise<Reached<IsoDate>> {
    return answered(on('2026-11-20'));
  }

  async quotePayoff(loan: Parameters<LoanSystem['quotePayoff']>[0]) {
    return this.script.quotePayoff?.(loan) ?? quoted();
  }

  async quotePayoffOn(...[loan, day]: Parameters<LoanSystem['quotePayoffOn']>) {
    return this.script.quotePayoffOn?.(loan, day) ?? answered('not_payable' as const);
  }

  async postPayment(payment: PaymentOrder): Promise<PostingOutcome> {
    this.sent.push(payment.externalReference);
    const outcome = await this.script.postPayment?.(payment);
    return outcome ?? confirmedAs(payment);
  }

  async reversePayment(reversal: ReversalOrder): Promise<PostingOutcome> {
    this.sent.push(reversal.externalReference);
    return this.script.reversePayment?.(reversal) ?? confirmed();
  }

  async findPosting(...[loan, reference]: Parameters<LoanSystem['findPosting']>): Promise<Reached<Posting | 'absent'>> {
    this.lookedFor.push(reference);
    return this.script.findPosting?.(loan, reference) ?? answered('absent');
  }

  async findApproval(...[loan, reference]: Parameters<LoanSystem['findPosting']>): Promise<Reached<Approval>> {
    return this.script.findApproval?.(loan, reference) ?? answered({ kind: 'none' });
  }
}

/** A call that stops half-way: a script waits in `pass`, the test awaits `reached`, acts, and opens. */
export class Gate {
  readonly reached: Promise<void>;
  readonly open: () => void;
  readonly #opened: Promise<void>;
  readonly #arrive: () => void;

  constructor() {
    [this.reached, this.#arrive] = signal();
    [this.#opened, this.open] = signal();
  }

  async pass(): Promise<void> {
    this.#arrive();
    await this.#opened;
  }
}

export function quoted() {
  return answered({ payable: true, payoffCents: cents(QUOTED_CENTS) });
}

export function confirmed(change?: AccountChange): PostingOutcome {
  return { kind: 'confirmed', posting: { ...posting(), ...(change !== undefined && { change }) } };
}

export function confirmedAs({ amountCents }: PaymentOrder): PostingOutcome {
  return { kind: 'confirmed', posting: { ...posting(), amountCents } };
}

/** The loan after a posting: its balance, and the number of changes so far. */
export function changeOf(loan: LoanReference, version: number, balanceCents: number): AccountChange {
  const { organizationId, accountId } = loan;
  const currentBalanceCents = cents(balanceCents);
  return {
    organizationId,
    accountId,
    version,
    currentBalanceCents,
    statusCode: 'active',
    transactions: [],
    lifecycleEvents: [],
  };
}

/** As the system stores it: always the same one. */
export function posting(): Posting {
  return {
    externalId: 'posting-1',
    referenceNumber: 4711,
    effectiveOn: on('2026-11-20'),
    postedAt: isoInstant(systemClock.now()),
    amountCents: cents(100),
  };
}

export function answered<T>(value: T): Reached<T> {
  return { kind: 'answered', value };
}

function signal(): [Promise<void>, () => void] {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return [given, give];
}
