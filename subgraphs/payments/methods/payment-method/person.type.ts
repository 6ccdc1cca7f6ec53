import { Directive, Field, ID, ObjectType } from 'type-graphql';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'The person as servicing knows them; payments adds their instruments.' })
export class Person {
  @Field(() => ID, { description: 'Identifies it, everywhere in this API.' })
  id!: string;
}
