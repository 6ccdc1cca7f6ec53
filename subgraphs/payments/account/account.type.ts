import { Directive, Field, ID, ObjectType } from 'type-graphql';

@Directive('@key(fields: "id", resolvable: false)')
@ObjectType({ description: 'The account as servicing knows it; payments only names it.' })
export class Account {
  @Field(() => ID)
  id!: string;
}
