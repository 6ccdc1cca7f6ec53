import { z } from 'zod';
import type { ActDetail, ActsWithLimits, ActWithLimit } from '../../core/approvals/act-with-limit-interface.js';
import { bodyOf } from '../../core/contract/case-conversion.js';
import { checkedWrite } from '../../core/contract/checked-write.js';
import {
  type AdjustmentBody,
  adjustmentBody,
  chargeOffBody,
  WAIVED_COMPONENTS,
  type WaiverBody,
  waiverBody,
} from '../../core/contract/ledger-request-bodies.js';
import type { Database } from '../../core/db/database.js';
import { contextOf } from '../../core/graphql/context.js';
import { isId } from '../../core/ids/ids.js';
import { type Cents, cents } from '../../core/money.js';
import type { Principal } from '../../core/principal/principal.js';
import type { Clock } from '../../core/time/clock.js';
import { previewLoanOperation } from '../../ledger/preview-loan-operation.js';
import type { LoanBooker } from './ledger-api/loan/book-loan.js';
import { bookingWithLimit } from './ledger-api/loan/booking-with-limit.js';
import { requireLedgerAccount } from './ledger-api/operation/account-of-operation.reads.store.js';
import { balanceOfLoan } from './ledger-api/operation/balance-of-loan.reads.store.js';
import { LedgerOperationResolver } from './ledger-api/operation/ledger-operation.resolver.js';
import type { LedgerOperationService } from './ledger-api/operation/ledger-operation.service.js';
import type { LedgerAdjustmentInput, LedgerWaiverInput } from './ledger-api/operation/ledger-operation.type.js';

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly operations: LedgerOperationService;
  readonly booker: LoanBooker;
}

const FINAL = { isFinal: true, accountId: null } as const;

/** Mutations of this subgraph whose amount may need a second person. */
export function servicingActsWithLimits({ db, clock, operations, booker }: Parts): ActsWithLimits {
  const resolver = new LedgerOperationResolver(operations);
  return {
    waiveOnLedgerLoan: waiver(db, resolver),
    adjustLedgerLoan: adjustment(db, resolver),
    chargeOffLedgerLoan: chargeOff({ db, clock }, resolver),
    bookLedgerLoan: bookingWithLimit(booker),
  };
}

const REQUEST = { accountId: z.string(), idempotencyKey: z.string().default('') };

const WAIVER = z.object({
  ...REQUEST,
  input: z.object({ component: z.enum(WAIVED_COMPONENTS), amountCents: z.number(), reason: z.string() }),
});

function waiver(db: Database, resolver: LedgerOperationResolver): ActWithLimit {
  return {
    act: 'waiver',
    operation: 'ledger_waiver',
    subjectOf(principal, args) {
      const { accountId, input } = WAIVER.parse(args);
      const details = [{ name: 'component', value: input.component }] as const;
      return onLoan(db, principal, accountId, () => ({ amountCents: cents(input.amountCents), details }));
    },
    check(args) {
      const { idempotencyKey, input } = WAIVER.parse(args);
      return checkedWrite(waiverBody, { idempotencyKey, body: bodyOf<WaiverBody, LedgerWaiverInput>(input) }).reason;
    },
    async perform(principal, args) {
      const { input, ...request } = WAIVER.parse(args);
      await resolver.waiveOnLedgerLoan(request, input, contextOf(principal));
      return FINAL;
    },
  };
}

const change = z.number().nullable().default(null);
const ADJUSTMENT = z.object({
  ...REQUEST,
  input: z.object({ principalCents: change, interestCents: change, feesCents: change, reason: z.string() }),
});

/** Amounts in both directions add up: moving $500 from interest to principal is an adjustment of $1,000. */
function adjustment(db: Database, resolver: LedgerOperationResolver): ActWithLimit {
  return {
    act: 'adjustment',
    operation: 'ledger_adjustment',
    subjectOf(principal, args) {
      const { accountId, input } = ADJUSTMENT.parse(args);
      const changes = { principal: input.principalCents, interest: input.interestCents, fees: input.feesCents };
      const amountCents = Object.values(changes).reduce<number>((sum, one) => sum + Math.abs(one ?? 0), 0);
      const details = (['principal', 'interest', 'fees'] as const).flatMap((name): readonly ActDetail[] =>
        changes[name] ? [{ name, value: String(changes[name]) }] : [],
      );
      return onLoan(db, principal, accountId, () => ({ amountCents: cents(amountCents), details }));
    },
    check(args) {
      const { idempotencyKey, input } = ADJUSTMENT.parse(args);
      const body = bodyOf<AdjustmentBody, LedgerAdjustmentInput>(input);
      return checkedWrite(adjustmentBody, { idempotencyKey, body }).reason;
    },
    async perform(principal, args) {
      const { input, ...request } = ADJUSTMENT.parse(args);
      await resolver.adjustLedgerLoan(request, input, contextOf(principal));
      return FINAL;
    },
  };
}

const CHARGE_OFF = z.object({ ...REQUEST, reason: z.string() });

/**
 * The whole balance that is owed, with the interest until today, which is posted with the charge-off. Interest may raise it
 * until it is carried out; the approver's limit holds then too.
 */
function chargeOff({ db, clock }: Pick<Parts, 'db' | 'clock'>, resolver: LedgerOperationResolver): ActWithLimit {
  return {
    act: 'charge_off',
    operation: 'ledger_charge_off',
    async subjectOf(principal, args) {
      const { accountId } = CHARGE_OFF.parse(args);
      const loan = await onLoan(db, principal, accountId, (owedCents) => ({ amountCents: owedCents, details: [] }));
      if (loan === undefined || loan.amountCents === 0) return loan;
      const reference = await requireLedgerAccount(db, principal, accountId);
      const { before } = await previewLoanOperation(db, clock, reference, { type: 'charge_off' });
      const { principalCents, interestCents, feesCents } = before.owed;
      return { ...loan, amountCents: cents(principalCents + interestCents + feesCents) };
    },
    check(args) {
      const { idempotencyKey, reason } = CHARGE_OFF.parse(args);
      return checkedWrite(chargeOffBody, { idempotencyKey, body: { reason } }).reason;
    },
    async perform(principal, args) {
      const { reason, ...request } = CHARGE_OFF.parse(args);
      await resolver.chargeOffLedgerLoan(request, reason, contextOf(principal));
      return FINAL;
    },
  };
}

interface Amount {
  readonly amountCents: Cents;
  readonly details: readonly ActDetail[];
}

/** Undefined for an account that no ledger keeps. */
async function onLoan(db: Database, principal: Principal, id: string, of: (owedCents: Cents) => Amount) {
  const loan = isId(id) ? await db.first(principal, balanceOfLoan, { id }) : undefined;
  if (loan === undefined) return undefined;
  const { organizationId, accountId, owedCents } = loan;
  return { organizationId, accountId, paymentId: null, ...of(cents(owedCents)) };
}
