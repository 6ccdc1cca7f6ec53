import { Directive, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { IsoInstant } from '../../../core/dates.js';
import { PageInfo } from '../../../core/graphql/page.js';
import { IsoInstantScalar } from '../../../core/graphql/scalars.js';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A value that templates of a workspace may name (spec 2.10).' })
export class WorkspaceMergeField {
  @Field(() => ID, { description: 'Identifies it, everywhere in this API.' })
  id!: string;

  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The workspace that it belongs to.' })
  workspaceId!: string;

  @Field(() => String, { description: 'As templates write it between the braces; one per workspace.' })
  placeholder!: string;

  @Field(() => String, { description: 'What people call it.' })
  name!: string;

  @Field(() => String, { description: 'What it is for.' })
  description!: string;

  @Field(() => String, { description: 'What takes the place of the placeholder.' })
  value!: string;

  @Field(() => Boolean, { description: 'Whether it fills its placeholder.' })
  isActive!: boolean;

  @Field(() => IsoInstantScalar, { description: 'When it was made.' })
  createdAt!: IsoInstant;
}

@ObjectType({ description: 'A page of merge fields.' })
export class WorkspaceMergeFieldPage {
  @Field(() => [WorkspaceMergeField], { description: 'The rows of this page.' })
  items!: readonly WorkspaceMergeField[];

  @Field(() => PageInfo, { description: 'Where this page ends.' })
  page!: PageInfo;
}

@InputType({ description: 'A merge field to be made.' })
export class CreateWorkspaceMergeFieldInput {
  @Field(() => ID, { description: 'The workspace that it belongs to.' })
  workspaceId!: string;

  @Field(() => String, { description: 'A letter or `_`, then up to 63 letters, digits and `_`.' })
  placeholder!: string;

  @Field(() => String, { description: 'What people call it.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What it is for.' })
  description?: string | null;

  @Field(() => String, { description: 'What it stands for.' })
  value!: string;

  @Field(() => Boolean, { nullable: true, description: 'True without it.' })
  isActive?: boolean | null;
}

@InputType({ description: 'What is left out, or null, stays.' })
export class UpdateWorkspaceMergeFieldInput {
  @Field(() => String, { nullable: true, description: 'As templates write it between the braces.' })
  placeholder?: string | null;

  @Field(() => String, { nullable: true, description: 'What people call it.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'What it is for.' })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'What it stands for.' })
  value?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether templates may use it.' })
  isActive?: boolean | null;
}
