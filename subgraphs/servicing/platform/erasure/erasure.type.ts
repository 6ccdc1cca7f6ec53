import { Field, ID, Int, ObjectType } from 'type-graphql';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'Number of rows of one table that were erased, or would be.' })
export class ErasedRows {
  @Field(() => String, { description: 'The table.' })
  table!: string;

  @Field(() => Int, { description: 'Number of rows.' })
  rows!: number;
}

@ObjectType({
  description: 'A request to erase a person’s contact data, or an address’ events; it contains no name or address.',
})
export class Erasure {
  @Field(() => ID, { nullable: true, description: 'Unique identifier; null for a dry run, which is not stored.' })
  id!: string | null;

  @Field(() => [ErasedRows], { description: 'What has been erased so far, or would be.' })
  counts!: readonly ErasedRows[];

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description: 'When the erasure was completed; null until then, and for a dry run.',
  })
  finishedAt!: string | null;
}
