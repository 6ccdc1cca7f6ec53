import 'reflect-metadata';
import { graphql } from 'graphql';
import { Arg, Field, FieldResolver, ID, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { expect, it } from 'vitest';
import { ReadWithObject } from './read-with-object.js';
import { buildSubgraph } from './subgraph.js';

@ObjectType()
class Parcel {
  @Field(() => ID)
  id!: string;
  weight?: number | null;
  note?: string | null;
}

const PARCELS = [
  { id: 'unread' },
  { id: 'read', weight: 2, note: 'kept' },
  { id: 'nothing', weight: null, note: null },
];

@Resolver(() => Parcel)
class ParcelResolver {
  @Query(() => [Parcel])
  parcels(): Parcel[] {
    return PARCELS;
  }

  @ReadWithObject()
  @FieldResolver(() => Int)
  weight(): number {
    return 7;
  }

  @ReadWithObject()
  @FieldResolver(() => String, { nullable: true })
  note(@Arg('in', () => String, { nullable: true }) language?: string | null): string {
    return `resolved ${language ?? 'plainly'}`;
  }
}

const { schema } = buildSubgraph({
  name: 'servicing',
  resolvers: [new ParcelResolver()],
  contactDigests: { of: () => '' },
});

it('takes what was read with the object, and resolves what was not, what may not be null, and a field with arguments', async () => {
  const source = '{ parcels { id weight note other: note(in: "French") same: note(in: null) } }';
  const answer = await graphql({ schema, source });
  const other = 'resolved French';
  expect(JSON.parse(JSON.stringify(answer.data))).toEqual({
    parcels: [
      { id: 'unread', weight: 7, note: 'resolved plainly', other, same: 'resolved plainly' },
      { id: 'read', weight: 2, note: 'kept', other, same: 'kept' },
      { id: 'nothing', weight: 7, note: null, other, same: null },
    ],
  });
});
