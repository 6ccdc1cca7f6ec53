import { Directive, Field, ID, Int, ObjectType } from 'type-graphql';
import { StatusCode } from '../../../core/graphql/account-status.js';
import { SafeInt } from '../../../core/graphql/scalars.js';

@ObjectType({ description: 'Accounts of one status.' })
export class PortfolioRow {
  @Field(() => StatusCode, { description: 'Where the loans stand.' })
  statusCode!: string;

  @Field(() => Int, { description: 'How many accounts.' })
  accounts!: number;

  @Field(() => SafeInt, { description: 'Outstanding principal, cents.' })
  balanceCents!: number;
}

@Directive('@key(fields: "id")')
@ObjectType({ description: 'The organization as servicing knows it; reporting adds what its accounts amount to.' })
export class Organization {
  @Field(() => ID, { description: 'Unique id.' })
  id!: string;
}
