import { Field, ID, Int, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'A loan that was made.' })
export class NewSale {
  @Field(() => ID)
  organizationId!: string;

  @Field(() => ID)
  accountId!: string;

  @Field(() => String, { nullable: true })
  externalContractNumber!: string | null;

  @Field(() => ID)
  primaryBorrowerPartyId!: string;

  @Field(() => IsoDateScalar)
  originatedOn!: string;

  @Field(() => SafeInt, { nullable: true })
  amountFinancedCents!: number | null;

  @Field(() => String, { nullable: true, description: 'Percent per year, four decimals.' })
  annualRate!: string | null;

  @Field(() => Int, { nullable: true })
  termMonths!: number | null;

  @Field(() => IsoDateScalar, { nullable: true })
  firstDueDate!: string | null;
}

@ObjectType()
export class NewSalePage {
  @Field(() => [NewSale])
  items!: readonly NewSale[];

  @Field(() => PageInfo)
  page!: PageInfo;
}
