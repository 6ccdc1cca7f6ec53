import { Field, ID, Int, ObjectType } from 'type-graphql';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'Rows of one table that were erased, or would be.' })
export class ErasedRows {
  @Field(() => String, { description: 'The table.' })
  table!: string;

  @Field(() => Int, { description: 'How many rows of it.' })
  rows!: number;
}

@ObjectType({ description: 'A request to erase a person’s contact data, or an address’ events; it names nobody.' })
export class Erasure {
  @Field(() => ID, { nullable: true, description: 'Identifies it; null of a dry run, of which nothing is kept.' })
  id!: string | null;

  @Field(() => [ErasedRows], { description: 'What was erased so far, or would be.' })
  counts!: readonly ErasedRows[];

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description: 'When it was done; null while it is under way, and of a dry run.',
  })
  finishedAt!: string | null;
}
