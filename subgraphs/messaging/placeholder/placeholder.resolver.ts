import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { sent } from '../../../core/contract/checked.js';
import type { Page } from '../../../core/db/keyset.js';
import type { GraphContext } from '../../../core/graphql/context.js';
import { WorkspaceListArguments } from '../workspace/list-arguments.js';
import { Workspace } from '../workspace/workspace.type.js';
import type { AssetRow } from './asset.store.js';
import type { MergeFieldRow } from './merge-field.store.js';
import type { PlaceholderService } from './placeholder.service.js';
import type { PlaceholderRow } from './placeholder.store.js';
import {
  type CreatePlaceholderInput,
  CreateWorkspaceAssetInput,
  CreateWorkspaceMergeFieldInput,
  type UpdatePlaceholderInput,
  UpdateWorkspaceAssetInput,
  UpdateWorkspaceMergeFieldInput,
  WorkspaceAsset,
  WorkspaceAssetPage,
  WorkspaceMergeField,
  WorkspaceMergeFieldPage,
} from './placeholder.type.js';

/** How the graph names one kind. */
interface Surface<Create extends CreatePlaceholderInput, Update extends UpdatePlaceholderInput> {
  /** The type's name; of its fields and mutations too. */
  readonly name: string;
  /** In words, with its article. */
  readonly noun: string;
  readonly type: new () => object;
  readonly page: new () => object;
  readonly createInput: new () => Create;
  readonly updateInput: new () => Update;
  /** What takes the place of the placeholder, as an input has it. */
  content(input: Create | Update): object;
}

export const MergeFieldResolver = placeholderResolver<
  MergeFieldRow,
  string,
  CreateWorkspaceMergeFieldInput,
  UpdateWorkspaceMergeFieldInput
>({
  name: 'WorkspaceMergeField',
  noun: 'a merge field',
  type: WorkspaceMergeField,
  page: WorkspaceMergeFieldPage,
  createInput: CreateWorkspaceMergeFieldInput,
  updateInput: UpdateWorkspaceMergeFieldInput,
  content: ({ value }) => ({ value }),
});

export const AssetResolver = placeholderResolver<
  AssetRow,
  string | null,
  CreateWorkspaceAssetInput,
  UpdateWorkspaceAssetInput
>({
  name: 'WorkspaceAsset',
  noun: 'an asset',
  type: WorkspaceAsset,
  page: WorkspaceAssetPage,
  createInput: CreateWorkspaceAssetInput,
  updateInput: UpdateWorkspaceAssetInput,
  content: (input) => ('url' in input ? { url: input.url } : {}),
});

function placeholderResolver<
  Row extends PlaceholderRow,
  Content extends string | null,
  Create extends CreatePlaceholderInput,
  Update extends UpdatePlaceholderInput,
>({ name, noun, type, page, createInput, updateInput, content }: Surface<Create, Update>) {
  const field = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;

  @Resolver(() => type)
  class PlaceholderResolver {
    readonly #placeholders: PlaceholderService<Row, Content>;
    readonly #workspace: (id: string, context: GraphContext) => Promise<Workspace>;

    constructor(
      placeholders: PlaceholderService<Row, Content>,
      workspace: (id: string, context: GraphContext) => Promise<Workspace>,
    ) {
      this.#placeholders = placeholders;
      this.#workspace = workspace;
    }

    @Query(() => type, { name: field, description: `${noun.charAt(0).toUpperCase()}${noun.slice(1)}, by its id.` })
    one(
      @Arg('id', () => ID, { description: 'Its identifier.' }) id: string,
      @Ctx() { principal }: GraphContext,
    ): Promise<Row> {
      return this.#placeholders.one(principal, id);
    }

    @Query(() => page, { name: `${field}s`, description: 'Newest first, inactive ones too.' })
    list(
      @Args(() => WorkspaceListArguments) request: WorkspaceListArguments,
      @Ctx() { principal }: GraphContext,
    ): Promise<Page<Row>> {
      return this.#placeholders.list(principal, request);
    }

    @Mutation(() => type, {
      name: `create${name}`,
      description: `Creates ${noun}; its placeholder is one that nothing else in the workspace has.`,
    })
    create(
      @Arg('input', () => createInput, { description: 'What is to be made.' }) input: Create,
      @Ctx() { principal }: GraphContext,
    ): Promise<Row> {
      const body = { ...stated(input), workspace_id: input.workspaceId, ...content(input) };
      return this.#placeholders.create(principal, sent(body));
    }

    @Mutation(() => type, { name: `update${name}`, description: `Changes what is sent of ${noun}.` })
    update(
      @Arg('id', () => ID, { description: 'Its identifier.' }) id: string,
      @Arg('input', () => updateInput, { description: 'What is to change.' }) input: Update,
      @Ctx() { principal }: GraphContext,
    ): Promise<Row> {
      return this.#placeholders.update(principal, id, sent({ ...stated(input), ...content(input) }));
    }

    @FieldResolver(() => Workspace, { nullable: true, description: 'The workspace that it belongs to.' })
    workspace(@Root() { workspaceId }: PlaceholderRow, @Ctx() context: GraphContext): Promise<Workspace> {
      return this.#workspace(workspaceId, context);
    }
  }
  return PlaceholderResolver;
}

function stated({ placeholder, name, description, isActive }: UpdatePlaceholderInput) {
  return { placeholder, name, description, is_active: isActive };
}
