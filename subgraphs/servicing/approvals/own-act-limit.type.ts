import { Field, ObjectType } from 'type-graphql';
import type { LimitedAct } from '../../../core/contract/limited-acts.js';
import { SafeInt } from '../../../core/graphql/scalars.js';
import { LimitedActEnum } from './act-limit.type.js';

@ObjectType({ description: 'The amount that the caller may write alone in one act, at a lender.' })
export class OwnActLimit {
  @Field(() => LimitedActEnum, { description: 'The act.' })
  act!: LimitedAct;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'The highest amount of one act, in cents; above it a second person is needed. Null: without a limit.',
  })
  amountCents!: number | null;
}
