import { z } from 'zod';
import type { ActsWithLimits, ActWithLimit } from '../../core/approvals/act-with-limit-interface.js';
import { businessToday } from '../../core/business-time/business-clock.js';
import { type OneTimeChargeBody, oneTimeChargeBody } from '../../core/contract/autopay.js';
import { bodyOf } from '../../core/contract/case-conversion.js';
import { checkedWrite } from '../../core/contract/checked-write.js';
import { type ReversePaymentBody, reversePaymentBody } from '../../core/contract/collected-payment.js';
import type { Database } from '../../core/db/database.js';
import { contextOf } from '../../core/graphql/context.js';
import { isId } from '../../core/ids/ids.js';
import { cents } from '../../core/money.js';
import type { Clock } from '../../core/time/clock.js';
import { accountForPosting } from './account/payable-account.reads.store.js';
import { ONE_TIME_CHARGE, type OneTimeCharger } from './autopay/one-time/one-time-charge.js';
import type { OneTimeChargeInput } from './autopay/one-time/one-time-charge.type.js';
import { reversiblePayment } from './collected/reversal/reversal.store.js';
import type { PaymentReverser } from './collected/reversal/reverse-payment.js';
import { ReversePaymentResolver } from './collected/reversal/reverse-payment.resolver.js';
import type { ReversePaymentInput } from './collected/reversal/reverse-payment.type.js';
import { REVERSE_PAYMENT } from './collected/reversal/write-reversal-outcome.js';

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly reverser: PaymentReverser;
  readonly oneTimeCharger: OneTimeCharger;
}

/** Mutations of this subgraph whose amount may need a second person. */
export function paymentsActsWithLimits(parts: Parts): ActsWithLimits {
  const { db, reverser } = parts;
  return {
    reversePayment: reversal(db, new ReversePaymentResolver(reverser)),
    chargeOnce: oneTimeCharge(parts),
  };
}

const REVERSAL = z.object({
  paymentId: z.string(),
  idempotencyKey: z.string().default(''),
  input: z.object({ reason: z.string().nullable().default(null), isNsf: z.boolean().nullable().default(null) }),
});

/** The payment's amount. */
function reversal(db: Database, resolver: ReversePaymentResolver): ActWithLimit {
  return {
    act: 'reversal',
    operation: REVERSE_PAYMENT,
    async subjectOf(principal, args) {
      const { paymentId, input } = REVERSAL.parse(args);
      const payment = isId(paymentId) ? await db.first(principal, reversiblePayment, { id: paymentId }) : undefined;
      if (payment === undefined) return undefined;
      const { organizationId, accountId, amountCents } = payment;
      const details = [{ name: 'non_sufficient_funds', value: String(input.isNsf ?? false) }] as const;
      return { organizationId, accountId, paymentId, amountCents, details };
    },
    check(args) {
      const { idempotencyKey, input } = REVERSAL.parse(args);
      const body = bodyOf<ReversePaymentBody, ReversePaymentInput>(input);
      return checkedWrite(reversePaymentBody, { idempotencyKey, body }).reason ?? null;
    },
    async perform(principal, args) {
      const { paymentId, idempotencyKey, input } = REVERSAL.parse(args);
      const { answer } = await resolver.reversePayment(paymentId, idempotencyKey, input, contextOf(principal));
      return { isFinal: answer.status !== 202, accountId: null };
    },
  };
}

const CHARGE = z.object({
  accountId: z.string(),
  idempotencyKey: z.string().default(''),
  input: z.custom<OneTimeChargeInput>((given) => typeof given === 'object' && given !== null),
});

/** Statuses of a charge whose result is not known yet. */
const IN_PROGRESS: ReadonlySet<string> = new Set(['charging', 'charged', 'posting', 'refunding']);
/** A posted charge may have been reversed by the time that it is looked at. */
const POSTED: ReadonlySet<string> = new Set(['posted', 'reversed']);

/** The amount asked for; the charge is at most the payoff of the day on which it is made. */
function oneTimeCharge({ db, clock, oneTimeCharger: charger }: Parts): ActWithLimit {
  return {
    act: 'one_time_charge',
    operation: ONE_TIME_CHARGE,
    async subjectOf(principal, args) {
      const { accountId, input } = CHARGE.parse(args);
      const account = isId(accountId) ? await db.first(principal, accountForPosting, { id: accountId }) : undefined;
      if (account === undefined) return undefined;
      const { organizationId } = account;
      const details = [
        { name: 'charged_on', value: await businessToday(db, clock, organizationId) },
        { name: 'payment_method_id', value: input.paymentMethodId },
        { name: 'authorizer_id', value: input.authorizerId },
        { name: 'authorized_on', value: input.authorizedOn },
        { name: 'authorization_method', value: input.authorizationMethod },
        { name: 'allows_equal', value: String(input.allowsEqual ?? false) },
      ] as const;
      return { organizationId, accountId, paymentId: null, amountCents: cents(input.amountCents), details };
    },
    check(args) {
      const { idempotencyKey, input } = CHARGE.parse(args);
      checkedWrite(oneTimeChargeBody, { idempotencyKey, body: bodyOf<OneTimeChargeBody, OneTimeChargeInput>(input) });
      return null;
    },
    async perform(principal, args, { askedBy, details }) {
      const { accountId, idempotencyKey, input } = CHARGE.parse(args);
      const body = bodyOf<OneTimeChargeBody, OneTimeChargeInput>(input);
      const onlyOn = details.find(({ name }) => name === 'charged_on')?.value;
      const request = { idempotencyKey, body, recordedBy: askedBy, ...(onlyOn !== undefined && { onlyOn }) };
      const { status, failureCode } = await charger.charge(principal, accountId, request);
      const failed = POSTED.has(status) ? null : (failureCode ?? status);
      return { isFinal: !IN_PROGRESS.has(status), accountId: null, failureCode: failed };
    },
  };
}
