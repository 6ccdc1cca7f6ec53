import { businessClock } from '../../../core/business-time/business-clock.js';
import { cents } from '../../../core/money.js';
import { systemPrincipal } from '../../../core/principal/principal.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { isoInstant } from '../../../core/time/dates.js';
import { businessDayOf, rollForward } from '../../../ledger/rules/business-day.js';
import type { LoanReference, LoanSystem, Posting, PostingOutcome, Reached } from '../../../loan-model/port.js';
import {
  findSandboxPosting,
  insertSandboxPosting,
  readSandboxLoan,
  type SandboxLoanRow,
  type SandboxPostingRow,
} from './sandbox.store.js';
import { asSandboxPosting } from './sandbox-posting.js';
import { type Behaviour, scenarioOf } from './scenarios.js';

export const SANDBOX_CODE = 'sandbox';

/** A lost request stays lost: the sandbox executes nothing later than this. */
const SETTLE_AFTER_MS = 3_000;

/**
 * It simulates an external system, which does not know our organizations, so its statements have no organization scope.
 */
const SANDBOX = systemPrincipal('sandbox-loan-system');

/** An order to the sandbox, payment or reversal. */
interface Order {
  readonly loan: LoanReference;
  readonly externalReference: string;
  readonly kind: 'payment' | 'reversal' | 'nsf';
  readonly amountCents: number;
  readonly reversesReference: number | null;
  readonly paymentMethod: string | null;
  readonly reason: string | null;
}

/**
 * A loan system with accounts that always behave the same, so that integrators can try every outcome. It stores its
 * data in its own tables and its own transactions, so that it survives our crashes as a real system does.
 */
export function createSandbox({ db, clock }: Pick<ServiceParts, 'db' | 'clock'>): LoanSystem {
  return {
    code: SANDBOX_CODE,
    settleAfterMs: SETTLE_AFTER_MS,
    businessDay: async (organizationId) => {
      const business = organizationId === undefined ? clock : await businessClock(db, clock, organizationId);
      return answered(businessDayOf(business.now()));
    },
    quotePayoff: async (loan) => {
      const { scenario, payoffCents } = await loanRow(loan);
      return answered({ payable: scenarioOf(scenario).payable, payoffCents: cents(payoffCents) });
    },
    quotePayoffOn: async (loan, on) => {
      const { scenario, payoffCents } = await loanRow(loan);
      if (!scenarioOf(scenario).payable || payoffCents <= 0) return answered('not_payable');
      const today = businessDayOf((await businessClock(db, clock, loan.organizationId)).now());
      const appliedOn = on === null || on <= today ? today : rollForward(on);
      return answered({
        payoffCents: cents(payoffCents),
        // Its loans have neither interest nor fees.
        split: { principalCents: cents(payoffCents), interestCents: cents(0), feesCents: cents(0) },
        appliedOn,
        goodThrough: appliedOn,
        perDiemCents: cents(0),
        exactPerDiem: '0.0000',
      });
    },
    findPosting: async (loan, externalReference) => {
      const found = await db.first(SANDBOX, findSandboxPosting, {
        organizationId: loan.organizationId,
        externalReference,
      });
      return answered(found === undefined ? 'absent' : await posting(loan, found));
    },
    postPayment: async ({ loan, externalReference, amountCents, paymentMethod }) => {
      const { post } = scenarioOf((await loanRow(loan)).scenario);
      return behave(post, {
        loan,
        externalReference,
        kind: 'payment',
        amountCents,
        reversesReference: null,
        paymentMethod,
        reason: null,
      });
    },
    reversePayment: async ({ loan, externalReference, amountCents, postingExternalId, isNsf, reason }) => {
      const { reverse } = scenarioOf((await loanRow(loan)).scenario);
      const reversesReference = Number(postingExternalId);
      return behave(reverse, {
        loan,
        externalReference,
        kind: isNsf ? 'nsf' : 'reversal',
        amountCents,
        reversesReference,
        paymentMethod: null,
        reason,
      });
    },
  };

  async function behave(behaviour: Behaviour, order: Order): Promise<PostingOutcome> {
    switch (behaviour.kind) {
      case 'posts':
        return write(order);
      case 'refuses':
        return { kind: 'refused', reason: behaviour.reason };
      case 'unreachable':
        return { kind: 'unreachable' };
      case 'lost':
        return { kind: 'unknown' };
      case 'posts_unconfirmed':
        await write(order);
        return { kind: 'unknown' };
      case 'posts_and_hangs':
        await write(order);
        return new Promise(() => undefined);
    }
  }

  async function write(order: Order): Promise<PostingOutcome> {
    const now = clock.now();
    const { externalReference } = order;
    const { organizationId } = order.loan;
    const made = await db.first(SANDBOX, insertSandboxPosting, {
      loanId: order.loan.externalId,
      organizationId,
      externalReference,
      kind: order.kind,
      amountCents: order.amountCents,
      effectiveOn: businessDayOf((await businessClock(db, clock, organizationId)).now()),
      postedAt: isoInstant(now),
      reversesReference: order.reversesReference,
      paymentMethod: order.paymentMethod,
      reason: order.reason,
    });
    const known = made ?? (await db.first(SANDBOX, findSandboxPosting, { organizationId, externalReference }));
    if (known === undefined) return { kind: 'refused', reason: 'already_reversed' };
    return { kind: 'confirmed', posting: await posting(order.loan, known) };
  }

  async function posting(loan: LoanReference, row: SandboxPostingRow): Promise<Posting> {
    return asSandboxPosting(loan, await loanRow(loan), row);
  }

  async function loanRow(loan: LoanReference): Promise<SandboxLoanRow> {
    const row = await db.first(SANDBOX, readSandboxLoan, {
      id: loan.externalId,
      organizationId: loan.organizationId,
    });
    if (row === undefined) throw new Error(`the sandbox has no loan ${loan.externalId}`);
    return row;
  }
}

function answered<T>(value: T): Reached<T> {
  return { kind: 'answered', value };
}
