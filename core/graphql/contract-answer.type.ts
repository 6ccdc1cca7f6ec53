import { Directive, Field, Int, ObjectType } from 'type-graphql';
import type { WrittenAnswer } from '../errors/problem.js';

@Directive('@shareable')
@ObjectType({ description: 'A write’s answer as REST gives it: the same bytes for every repetition of its key.' })
export class ContractAnswer implements WrittenAnswer {
  @Field(() => Int, { description: 'The HTTP status.' })
  status!: number;

  @Field(() => String, { description: 'The body, JSON. It may lack members that are newer than it.' })
  body!: string;
}
