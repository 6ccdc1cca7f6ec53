import { Directive, Field, ID, InputType, ObjectType } from 'type-graphql';
import { OwnedByOrganization } from '../../owned-by-organization-or-workspace.type.js';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'Holds email templates and campaigns of an organization.' })
export class Workspace extends OwnedByOrganization {
  @Field(() => String, { description: 'Display name.' })
  name!: string;
}

@InputType({ description: 'A new workspace.' })
export class CreateWorkspaceInput {
  @Field(() => ID, { description: 'The organization it belongs to.' })
  organizationId!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;
}
