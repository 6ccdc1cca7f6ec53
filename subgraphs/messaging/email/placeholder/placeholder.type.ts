import { Directive, Field, ID, InputType, ObjectType } from 'type-graphql';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import type { IsoInstant } from '../../../../core/time/dates.js';
import { OwnedByWorkspace } from '../../owned-by-organization-or-workspace.type.js';

@ObjectType({ description: 'Fields of merge fields and assets.' })
abstract class Placeholder extends OwnedByWorkspace {
  @Field(() => String, { description: 'The name that templates use between the braces; unique in the workspace.' })
  placeholder!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => String, { description: 'Purpose.' })
  description!: string;

  @Field(() => Boolean, { description: 'Whether it fills its placeholder.' })
  isActive!: boolean;

  @Field(() => IsoInstantScalar, { description: 'When it was created.' })
  createdAt!: IsoInstant;
}

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A value that the templates of a workspace can use.' })
export class WorkspaceMergeField extends Placeholder {
  @Field(() => String, { description: 'The replacement for the placeholder.' })
  value!: string;
}

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A file that the templates of a workspace can include.' })
export class WorkspaceAsset extends Placeholder {
  @Field(() => String, {
    nullable: true,
    description: 'The file’s address, which replaces the placeholder. Once set it never changes.',
  })
  url!: string | null;
}

export const WorkspaceMergeFieldPage = pageOf(WorkspaceMergeField, 'A page of merge fields.');
export const WorkspaceAssetPage = pageOf(WorkspaceAsset, 'A page of assets.');

@InputType({ description: 'Fields of new merge fields and assets.' })
export abstract class CreatePlaceholderInput {
  @Field(() => ID, { description: 'The workspace it belongs to.' })
  workspaceId!: string;

  @Field(() => String, {
    description:
      'A letter or `_`, then up to 63 letters, digits and `_`; not a Liquid keyword, such as `true` or `in`.',
  })
  placeholder!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Purpose.' })
  description?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Default: true.' })
  isActive?: boolean | null;
}

@InputType({ description: 'A new merge field.' })
export class CreateWorkspaceMergeFieldInput extends CreatePlaceholderInput {
  @Field(() => String, { description: 'The replacement for the placeholder.' })
  value!: string;
}

@InputType({ description: 'A new asset.' })
export class CreateWorkspaceAssetInput extends CreatePlaceholderInput {
  @Field(() => String, { nullable: true, description: 'An https address.' })
  url?: string | null;
}

@InputType({ description: 'Fields of merge fields and assets that can change.' })
export abstract class UpdatePlaceholderInput {
  @Field(() => String, {
    nullable: true,
    description: 'The name that templates use between the braces, with the same rules as on creation.',
  })
  placeholder?: string | null;

  @Field(() => String, { nullable: true, description: 'Display name.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Purpose.' })
  description?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether templates may use it.' })
  isActive?: boolean | null;
}

@InputType({ description: 'Fields that are omitted or null keep their values.' })
export class UpdateWorkspaceMergeFieldInput extends UpdatePlaceholderInput {
  @Field(() => String, { nullable: true, description: 'The replacement for the placeholder.' })
  value?: string | null;
}

@InputType({ description: 'Fields that are omitted or null keep their values.' })
export class UpdateWorkspaceAssetInput extends UpdatePlaceholderInput {
  @Field(() => String, { nullable: true, description: 'An https address, for an asset that has none yet.' })
  url?: string | null;
}
