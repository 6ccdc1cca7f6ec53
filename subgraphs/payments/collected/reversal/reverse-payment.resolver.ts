import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { bodyOf } from '../../../../core/contract/case-conversion.js';
import type { ReversePaymentBody } from '../../../../core/contract/collected-payment.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { RecordedPayment } from '../payment/collected-payment.type.js';
import type { PaymentReverser } from './reverse-payment.js';
import { ReversePaymentInput } from './reverse-payment.type.js';

@Resolver()
export class ReversePaymentResolver {
  constructor(private readonly reverser: PaymentReverser) {}

  @Mutation(() => RecordedPayment, { description: 'Reverses a recorded payment, exactly once per key.' })
  reversePayment(
    @Arg('paymentId', () => ID, { description: 'The payment.' }) paymentId: string,
    @Arg('idempotencyKey', () => String, {
      description: 'A new key for each reversal; to repeat a request, send the same key and the same input.',
    })
    idempotencyKey: string,
    @Arg('input', () => ReversePaymentInput, { description: 'The reversal.' }) input: ReversePaymentInput,
    @Ctx() context: GraphContext,
  ): Promise<RecordedPayment> {
    const body = bodyOf<ReversePaymentBody, ReversePaymentInput>(input);
    return this.reverser.reverse(context.principal, { paymentId, idempotencyKey, body });
  }
}
