import { Directive, Field, ID, InputType, ObjectType } from 'type-graphql';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'Where an organization keeps its email templates and campaigns.' })
export class Workspace {
  @Field(() => ID, { description: 'Identifies it, everywhere in this API.' })
  id!: string;

  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => String, { description: 'What people call it.' })
  name!: string;
}

@InputType({ description: 'A workspace to be made.' })
export class CreateWorkspaceInput {
  @Field(() => ID, { description: 'Whose it is.' })
  organizationId!: string;

  @Field(() => String, { description: 'What it is called.' })
  name!: string;
}
