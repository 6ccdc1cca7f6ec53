import { Directive, Field, ID, InputType, ObjectType } from 'type-graphql';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import type { IsoInstant } from '../../../../core/time/dates.js';

@ObjectType({ description: 'What merge fields and assets have in common.' })
abstract class Placeholder {
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

  @Field(() => Boolean, { description: 'Whether it fills its placeholder.' })
  isActive!: boolean;

  @Field(() => IsoInstantScalar, { description: 'When it was made.' })
  createdAt!: IsoInstant;
}

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A value that templates of a workspace may name.' })
export class WorkspaceMergeField extends Placeholder {
  @Field(() => String, { description: 'What takes the place of the placeholder.' })
  value!: string;
}

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A file that templates of a workspace may show.' })
export class WorkspaceAsset extends Placeholder {
  @Field(() => String, {
    nullable: true,
    description: 'Where the file lies; what takes the place of the placeholder. Once known it never changes.',
  })
  url!: string | null;
}

export const WorkspaceMergeFieldPage = pageOf(WorkspaceMergeField, 'A page of merge fields.');
export const WorkspaceAssetPage = pageOf(WorkspaceAsset, 'A page of assets.');

@InputType({ description: 'What merge fields and assets to be made have in common.' })
export abstract class CreatePlaceholderInput {
  @Field(() => ID, { description: 'The workspace that it belongs to.' })
  workspaceId!: string;

  @Field(() => String, {
    description: 'A letter or `_`, then up to 63 letters, digits and `_`; no word of Liquid, such as `true` or `in`.',
  })
  placeholder!: string;

  @Field(() => String, { description: 'What people call it.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What it is for.' })
  description?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True without it.' })
  isActive?: boolean | null;
}

@InputType({ description: 'A merge field to be made.' })
export class CreateWorkspaceMergeFieldInput extends CreatePlaceholderInput {
  @Field(() => String, { description: 'What it stands for.' })
  value!: string;
}

@InputType({ description: 'An asset to be made.' })
export class CreateWorkspaceAssetInput extends CreatePlaceholderInput {
  @Field(() => String, { nullable: true, description: 'An https address.' })
  url?: string | null;
}

@InputType({ description: 'What may change of both.' })
export abstract class UpdatePlaceholderInput {
  @Field(() => String, {
    nullable: true,
    description: 'As templates write it between the braces; what it may be is said where one is made.',
  })
  placeholder?: string | null;

  @Field(() => String, { nullable: true, description: 'What people call it.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'What it is for.' })
  description?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether templates may use it.' })
  isActive?: boolean | null;
}

@InputType({ description: 'What is left out, or null, stays.' })
export class UpdateWorkspaceMergeFieldInput extends UpdatePlaceholderInput {
  @Field(() => String, { nullable: true, description: 'What it stands for.' })
  value?: string | null;
}

@InputType({ description: 'What is left out, or null, stays.' })
export class UpdateWorkspaceAssetInput extends UpdatePlaceholderInput {
  @Field(() => String, { nullable: true, description: 'An https address, for an asset that has none yet.' })
  url?: string | null;
}
