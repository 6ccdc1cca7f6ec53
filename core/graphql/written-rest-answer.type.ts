import { Directive, Field, Int, ObjectType } from 'type-graphql';
import type { WrittenAnswer } from '../errors/problem.js';

@Directive('@shareable')
@ObjectType({ description: 'The REST answer of a write: the same bytes for every repetition of its key.' })
export class ContractAnswer implements WrittenAnswer {
  @Field(() => Int, { description: 'The HTTP status.' })
  status!: number;

  @Field(() => String, { description: 'The JSON body. It may lack members that were added to the API later.' })
  body!: string;
}
