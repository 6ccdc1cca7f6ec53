import { Field, ID, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../../core/graphql/page.js';
import { SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'How old what an account owes is.' })
export class AgedBalance {
  @Field(() => ID)
  organizationId!: string;

  @Field(() => ID)
  accountId!: string;

  @Field(() => SafeInt, { description: 'Outstanding principal.' })
  balanceCents!: number;

  @Field(() => SafeInt)
  currentCents!: number;

  @Field(() => SafeInt)
  pastDue129Cents!: number;

  @Field(() => SafeInt)
  pastDue3059Cents!: number;

  @Field(() => SafeInt)
  pastDue6089Cents!: number;

  @Field(() => SafeInt)
  pastDue90119Cents!: number;

  @Field(() => SafeInt)
  pastDue120PlusCents!: number;

  @Field(() => SafeInt)
  totalPastDueCents!: number;
}

@ObjectType()
export class AgedBalancePage {
  @Field(() => [AgedBalance])
  items!: readonly AgedBalance[];

  @Field(() => PageInfo)
  page!: PageInfo;
}
