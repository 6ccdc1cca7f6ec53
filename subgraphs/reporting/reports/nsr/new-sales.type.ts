import { Field, ID, Int, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'A loan that was made.' })
export class NewSale {
  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The account that it is about.' })
  accountId!: string;

  @Field(() => String, { nullable: true, description: 'Contract identifier supplied by the client.' })
  externalContractNumber!: string | null;

  @Field(() => ID, { description: 'The person who is primary borrower.' })
  primaryBorrowerPartyId!: string;

  @Field(() => IsoDateScalar, { description: 'When the loan was made.' })
  originatedOn!: string;

  @Field(() => SafeInt, { nullable: true, description: 'What was financed, cents.' })
  amountFinancedCents!: number | null;

  @Field(() => String, { nullable: true, description: 'Percent per year, four decimals.' })
  annualRate!: string | null;

  @Field(() => Int, { nullable: true, description: 'The agreed term in months.' })
  termMonths!: number | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'When the first installment is due.' })
  firstDueDate!: string | null;
}

@ObjectType({ description: 'A page of the new sales report.' })
export class NewSalePage {
  @Field(() => [NewSale], { description: 'The rows of this page.' })
  items!: readonly NewSale[];

  @Field(() => PageInfo, { description: 'Where this page ends.' })
  page!: PageInfo;
}
