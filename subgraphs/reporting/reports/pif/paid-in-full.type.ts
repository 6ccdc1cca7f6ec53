import { Field, ID, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'A loan that was paid off.' })
export class PaidInFull {
  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The account that it is about.' })
  accountId!: string;

  @Field(() => IsoDateScalar, { description: 'The business day of the payment that paid it off.' })
  paidOffOn!: string;

  @Field(() => SafeInt, { nullable: true, description: 'The payment that paid it off, cents.' })
  finalPaymentCents!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'What the last payment was applied to, all components.' })
  payoffCents!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'What was lent, cents.' })
  originalPrincipalCents!: number | null;
}

@ObjectType({ description: 'A page of the paid-in-full report.' })
export class PaidInFullPage {
  @Field(() => [PaidInFull], { description: 'The rows of this page.' })
  items!: readonly PaidInFull[];

  @Field(() => PageInfo, { description: 'Where this page ends.' })
  page!: PageInfo;
}
