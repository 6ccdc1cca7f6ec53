import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Fields of every row that belongs to an organization.' })
export abstract class OwnedByOrganization {
  @Field(() => ID, { description: 'Unique id.' })
  id!: string;

  @Field(() => ID, { description: 'The organization it belongs to.' })
  organizationId!: string;
}

@ObjectType({ description: 'Fields of every row that belongs to a workspace.' })
export abstract class OwnedByWorkspace extends OwnedByOrganization {
  @Field(() => ID, { description: 'The workspace it belongs to.' })
  workspaceId!: string;
}
