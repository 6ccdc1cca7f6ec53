import { Field, ID, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../../core/graphql/page.js';
import { SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'How old what an account owes is.' })
export class AgedBalance {
  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The account that it is about.' })
  accountId!: string;

  @Field(() => SafeInt, { description: 'Outstanding principal.' })
  balanceCents!: number;

  @Field(() => SafeInt, { description: 'Due, but not past due, cents.' })
  currentCents!: number;

  @Field(() => SafeInt, { description: '1 to 29 days past due, cents.' })
  pastDue1To29Cents!: number;

  @Field(() => SafeInt, { description: '30 to 59 days past due, cents.' })
  pastDue30To59Cents!: number;

  @Field(() => SafeInt, { description: '60 to 89 days past due, cents.' })
  pastDue60To89Cents!: number;

  @Field(() => SafeInt, { description: '90 to 119 days past due, cents.' })
  pastDue90To119Cents!: number;

  @Field(() => SafeInt, { description: '120 or more days past due, cents.' })
  pastDue120PlusCents!: number;

  @Field(() => SafeInt, { description: 'All that is past due, cents.' })
  totalPastDueCents!: number;
}

@ObjectType({ description: 'A page of the aged balance report.' })
export class AgedBalancePage {
  @Field(() => [AgedBalance], { description: 'The rows of this page.' })
  items!: readonly AgedBalance[];

  @Field(() => PageInfo, { description: 'Where this page ends.' })
  page!: PageInfo;
}
