import { Field, ID, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'A loan that was paid off.' })
export class PaidInFull {
  @Field(() => ID)
  organizationId!: string;

  @Field(() => ID)
  accountId!: string;

  @Field(() => IsoDateScalar)
  paidOffOn!: string;

  @Field(() => SafeInt, { nullable: true })
  finalPaymentCents!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'What the last payment was applied to, all components.' })
  payoffCents!: number | null;

  @Field(() => SafeInt, { nullable: true })
  originalPrincipalCents!: number | null;
}

@ObjectType()
export class PaidInFullPage {
  @Field(() => [PaidInFull])
  items!: readonly PaidInFull[];

  @Field(() => PageInfo)
  page!: PageInfo;
}
