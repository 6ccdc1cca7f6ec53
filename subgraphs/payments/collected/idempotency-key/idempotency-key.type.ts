import { Field, ObjectType } from 'type-graphql';
import { KEYED_OPERATIONS } from '../../../../core/contract/operations-looked-up-by-key.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { CollectedPayment } from '../payment/collected-payment.type.js';
import { KEY_STATES } from './idempotency-key.service.js';

export const KeyedOperationEnum = enumOf(KEYED_OPERATIONS, {
  name: 'KeyedOperation',
  description: 'The operation an Idempotency-Key was used for.',
  values: { record_payment: 'Recording a payment.', reverse_payment: 'Reversing a payment.' },
});

const KeyStateEnum = enumOf(KEY_STATES, {
  name: 'IdempotencyKeyState',
  description: 'State of the request that a key was used for.',
  values: {
    in_progress: 'Not known yet: ask again, or send the same request again later.',
    released: 'Nothing was posted (503): the same request with the same key tries again.',
    refused: 'Refused permanently; `errorCode` says why. A corrected request needs a new key.',
    succeeded: 'Done: `payment` is its current state.',
  },
});

@ObjectType({ description: 'State of the request that an Idempotency-Key was used for.' })
export class IdempotencyKey {
  @Field(() => KeyedOperationEnum, { description: 'The operation it was used for.' })
  operation!: string;

  @Field(() => KeyStateEnum, { description: 'State of the request.' })
  state!: string;

  @Field(() => String, { nullable: true, description: 'For a refusal: the stored error code.' })
  errorCode!: string | null;

  @Field(() => String, { nullable: true, description: 'The reason, if the refusal has one.' })
  reason!: string | null;

  @Field(() => IsoInstantScalar, { description: 'When it was first used.' })
  createdAt!: string;

  @Field(() => IsoInstantScalar, { description: 'Until when it is stored.' })
  expiresAt!: string;

  @Field(() => String, { nullable: true, description: 'The payment, if there is one in scope.' })
  paymentId!: string | null;

  @Field(() => CollectedPayment, { nullable: true, description: 'The payment’s current state.' })
  payment!: CollectedPayment | null;
}
