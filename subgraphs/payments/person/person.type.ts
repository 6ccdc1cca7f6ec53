import { Directive, Field, ID, ObjectType } from 'type-graphql';

@Directive('@key(fields: "id", resolvable: false)')
@ObjectType({ description: 'The person as servicing knows them; payments only names them.' })
export class Person {
  @Field(() => ID)
  id!: string;
}
