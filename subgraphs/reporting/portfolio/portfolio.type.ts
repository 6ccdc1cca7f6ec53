import { Directive, Field, ID, Int, ObjectType } from 'type-graphql';
import { SafeInt } from '../../../core/graphql/scalars.js';

@ObjectType({ description: 'Accounts of one status.' })
export class PortfolioRow {
  @Field(() => String)
  statusCode!: string;

  @Field(() => Int)
  accounts!: number;

  @Field(() => SafeInt, { description: 'Outstanding principal, cents.' })
  balanceCents!: number;
}

@Directive('@key(fields: "id")')
@ObjectType()
export class Organization {
  @Field(() => ID)
  id!: string;
}
