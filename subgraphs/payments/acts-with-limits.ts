import { z } from 'zod';
import type { ActsWithLimits, ActWithLimit } from '../../core/approvals/act-with-limit-interface.js';
import { bodyOf } from '../../core/contract/case-conversion.js';
import { checkedWrite } from '../../core/contract/checked-write.js';
import { type ReversePaymentBody, reversePaymentBody } from '../../core/contract/collected-payment.js';
import type { Database } from '../../core/db/database.js';
import { contextOf } from '../../core/graphql/context.js';
import { isId } from '../../core/ids/ids.js';
import { reversiblePayment } from './collected/reversal/reversal.store.js';
import type { PaymentReverser } from './collected/reversal/reverse-payment.js';
import { ReversePaymentResolver } from './collected/reversal/reverse-payment.resolver.js';
import type { ReversePaymentInput } from './collected/reversal/reverse-payment.type.js';
import { REVERSE_PAYMENT } from './collected/reversal/write-reversal-outcome.js';

interface Parts {
  readonly db: Database;
  readonly reverser: PaymentReverser;
}

/** Mutations of this subgraph whose amount may need a second person. */
export function paymentsActsWithLimits({ db, reverser }: Parts): ActsWithLimits {
  return { reversePayment: reversal(db, new ReversePaymentResolver(reverser)) };
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
