import { Directive, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { IsoInstant } from '../../../core/dates.js';
import { PageInfo } from '../../../core/graphql/page.js';
import { IsoInstantScalar } from '../../../core/graphql/scalars.js';

@ObjectType()
abstract class Placeholder {
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

  @Field(() => Boolean, { description: 'Whether it fills its placeholder.' })
  isActive!: boolean;

  @Field(() => IsoInstantScalar)
  createdAt!: IsoInstant;
}

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A value that templates of a workspace may name (spec 2.10).' })
export class WorkspaceMergeField extends Placeholder {
  @Field(() => String, { description: 'What takes the place of the placeholder.' })
  value!: string;
}

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A file that templates of a workspace may show (spec 2.10).' })
export class WorkspaceAsset extends Placeholder {
  @Field(() => String, {
    nullable: true,
    description: 'Where the file lies; what takes the place of the placeholder. Never changes.',
  })
  url!: string | null;
}

@ObjectType()
abstract class PlaceholderPage {
  @Field(() => PageInfo)
  page!: PageInfo;
}

@ObjectType()
export class WorkspaceMergeFieldPage extends PlaceholderPage {
  @Field(() => [WorkspaceMergeField])
  items!: readonly WorkspaceMergeField[];
}

@ObjectType()
export class WorkspaceAssetPage extends PlaceholderPage {
  @Field(() => [WorkspaceAsset])
  items!: readonly WorkspaceAsset[];
}

@InputType()
export abstract class CreatePlaceholderInput {
  @Field(() => ID)
  workspaceId!: string;

  @Field(() => String, { description: 'A letter or `_`, then up to 63 letters, digits and `_`.' })
  placeholder!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { nullable: true })
  description?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True without it.' })
  isActive?: boolean | null;
}

@InputType()
export class CreateWorkspaceMergeFieldInput extends CreatePlaceholderInput {
  @Field(() => String)
  value!: string;
}

@InputType()
export class CreateWorkspaceAssetInput extends CreatePlaceholderInput {
  @Field(() => String, { nullable: true, description: 'An https address.' })
  url?: string | null;
}

@InputType()
export abstract class UpdatePlaceholderInput {
  @Field(() => String, { nullable: true })
  placeholder?: string | null;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => String, { nullable: true })
  description?: string | null;

  @Field(() => Boolean, { nullable: true })
  isActive?: boolean | null;
}

@InputType({ description: 'What is left out, or null, stays.' })
export class UpdateWorkspaceMergeFieldInput extends UpdatePlaceholderInput {
  @Field(() => String, { nullable: true })
  value?: string | null;
}

@InputType({ description: 'What is left out, or null, stays.' })
export class UpdateWorkspaceAssetInput extends UpdatePlaceholderInput {}
