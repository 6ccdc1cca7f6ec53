import { Field, ObjectType } from 'type-graphql';
import { KEYED_OPERATIONS } from '../../../../core/contract/keyed-operation.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { CollectedPayment } from '../payment/collected-payment.type.js';
import { KEY_STATES } from './idempotency-key.service.js';

export const KeyedOperationEnum = enumOf(KEYED_OPERATIONS, {
  name: 'KeyedOperation',
  description: 'What an Idempotency-Key was used for.',
  values: { record_payment: 'Recording a payment.', reverse_payment: 'Reversing one.' },
});

const KeyStateEnum = enumOf(KEY_STATES, {
  name: 'IdempotencyKeyState',
  description: 'What became of the request that a key was used for.',
  values: {
    in_progress: 'Not known yet: ask again, or send the same request again later.',
    released: 'Nothing was posted (503): the same request with the same key tries again.',
    refused: 'Refused for good; `errorCode` says why. A corrected request takes a new key.',
    succeeded: 'Done: `payment` is how it stands now.',
  },
});

@ObjectType({ description: 'What became of the request that an Idempotency-Key was used for.' })
export class IdempotencyKey {
  @Field(() => KeyedOperationEnum, { description: 'What it was used for.' })
  operation!: string;

  @Field(() => KeyStateEnum, { description: 'What became of it.' })
  state!: string;

  @Field(() => String, { nullable: true, description: 'Of a refusal that is the key’s answer.' })
  errorCode!: string | null;

  @Field(() => String, { nullable: true, description: 'Why, where the refusal says so.' })
  reason!: string | null;

  @Field(() => IsoInstantScalar, { description: 'When it was first used.' })
  createdAt!: string;

  @Field(() => IsoInstantScalar, { description: 'Until when it is remembered.' })
  expiresAt!: string;

  @Field(() => String, { nullable: true, description: 'The payment that it is about, where there is one to be seen.' })
  paymentId!: string | null;

  @Field(() => CollectedPayment, { nullable: true, description: 'The same, as it stands now.' })
  payment!: CollectedPayment | null;
}
