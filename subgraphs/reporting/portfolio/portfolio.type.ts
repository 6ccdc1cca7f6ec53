import { Directive, Field, ID, Int, ObjectType } from 'type-graphql';
import { StatusCode } from '../../../core/graphql/account-status.js';
import { SafeInt } from '../../../core/graphql/scalars.js';

@ObjectType({ description: 'Accounts of one status.' })
export class PortfolioRow {
  @Field(() => StatusCode, { description: 'The status of the loans.' })
  statusCode!: string;

  @Field(() => Int, { description: 'Number of accounts.' })
  accounts!: number;

  @Field(() => SafeInt, { description: 'Outstanding principal, cents.' })
  balanceCents!: number;
}

@Directive('@key(fields: "id")')
@ObjectType({ description: 'The organization of the servicing subgraph; reporting adds its portfolio totals.' })
export class Organization {
  @Field(() => ID, { description: 'Unique id.' })
  id!: string;
}
