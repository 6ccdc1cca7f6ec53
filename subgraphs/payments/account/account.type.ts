import { Directive, Field, ID, ObjectType } from 'type-graphql';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'The account as the servicing subgraph defines it; payments adds how it may be paid.' })
export class Account {
  @Field(() => ID, { description: 'Unique identifier, the same everywhere in this API.' })
  id!: string;
}
