import { Directive, Field, ID, InputType, ObjectType } from 'type-graphql';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'Where an organization keeps its email templates and campaigns.' })
export class Workspace {
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  organizationId!: string;

  @Field(() => String)
  name!: string;
}

@InputType({ description: 'A workspace to be made.' })
export class CreateWorkspaceInput {
  @Field(() => ID, { description: 'Whose it is.' })
  organizationId!: string;

  @Field(() => String, { description: 'What it is called.' })
  name!: string;
}
