import { Directive, Field, ID, ObjectType } from 'type-graphql';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'The person as the servicing subgraph defines them; payments adds their instruments.' })
export class Person {
  @Field(() => ID, { description: 'Unique identifier, the same everywhere in this API.' })
  id!: string;
}
