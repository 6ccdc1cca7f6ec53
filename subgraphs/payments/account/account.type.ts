import { Directive, Field, ID, ObjectType } from 'type-graphql';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'The account as servicing knows it; payments adds how it may be paid.' })
export class Account {
  @Field(() => ID, { description: 'Identifies it, everywhere in this API.' })
  id!: string;
}
