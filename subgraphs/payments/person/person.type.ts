import { Directive, Field, ID, ObjectType } from 'type-graphql';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'The person as servicing knows them; payments adds their instruments.' })
export class Person {
  @Field(() => ID)
  id!: string;
}
