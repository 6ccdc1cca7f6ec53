import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Fields of every row that belongs to an organization.' })
export abstract class OwnedByOrganization {
  @Field(() => ID, { description: 'Unique identifier, the same everywhere in this API.' })
  id!: string;

  @Field(() => ID, { description: 'Its organization.' })
  organizationId!: string;
}
