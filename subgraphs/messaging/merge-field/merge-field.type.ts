import { Directive, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { IsoInstant } from '../../../core/dates.js';
import { PageInfo } from '../../../core/graphql/page.js';
import { IsoInstantScalar } from '../../../core/graphql/scalars.js';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A value that templates of a workspace may name (spec 2.10).' })
export class WorkspaceMergeField {
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  organizationId!: string;

  @Field(() => ID)
  workspaceId!: string;

  @Field(() => String, { description: 'As templates write it between the braces; one per workspace.' })
  placeholder!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String)
  description!: string;

  @Field(() => String, { description: 'What takes the place of the placeholder.' })
  value!: string;

  @Field(() => Boolean, { description: 'Whether it fills its placeholder.' })
  isActive!: boolean;

  @Field(() => IsoInstantScalar)
  createdAt!: IsoInstant;
}

@ObjectType()
export class WorkspaceMergeFieldPage {
  @Field(() => [WorkspaceMergeField])
  items!: readonly WorkspaceMergeField[];

  @Field(() => PageInfo)
  page!: PageInfo;
}

@InputType()
export class CreateWorkspaceMergeFieldInput {
  @Field(() => ID)
  workspaceId!: string;

  @Field(() => String, { description: 'A letter or `_`, then up to 63 letters, digits and `_`.' })
  placeholder!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { nullable: true })
  description?: string | null;

  @Field(() => String)
  value!: string;

  @Field(() => Boolean, { nullable: true, description: 'True without it.' })
  isActive?: boolean | null;
}

@InputType({ description: 'What is left out, or null, stays.' })
export class UpdateWorkspaceMergeFieldInput {
  @Field(() => String, { nullable: true })
  placeholder?: string | null;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => String, { nullable: true })
  description?: string | null;

  @Field(() => String, { nullable: true })
  value?: string | null;

  @Field(() => Boolean, { nullable: true })
  isActive?: boolean | null;
}
