import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { bodyOf } from '../../../../core/contract/case-conversion.js';
import type { RecordPaymentBody } from '../../../../core/contract/collected-payment.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { RecordedPayment } from '../payment/collected-payment.type.js';
import type { PaymentRecorder } from './record-payment.js';
import { RecordPaymentInput } from './record-payment.type.js';

@Resolver()
export class RecordPaymentResolver {
  constructor(private readonly recorder: PaymentRecorder) {}

  @Mutation(() => RecordedPayment, { description: 'Records a collected payment, exactly once per key.' })
  recordPayment(
    @Arg('accountId', () => ID, { description: 'The account.' }) accountId: string,
    @Arg('idempotencyKey', () => String, {
      description: 'A new key for each payment; to repeat a request, send the same key and the same input.',
    })
    idempotencyKey: string,
    @Arg('input', () => RecordPaymentInput, { description: 'The payment.' }) input: RecordPaymentInput,
    @Ctx() context: GraphContext,
  ): Promise<RecordedPayment> {
    const body = bodyOf<RecordPaymentBody, RecordPaymentInput>(input);
    return this.recorder.record(context.principal, { accountId, idempotencyKey, body });
  }
}
