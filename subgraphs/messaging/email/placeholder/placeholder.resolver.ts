import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { bodyOf } from '../../../../core/contract/case-conversion.js';
import type {
  CreateAssetBody,
  CreateMergeFieldBody,
  UpdateAssetBody,
  UpdateMergeFieldBody,
} from '../../../../core/contract/messaging-request-bodies.js';
import type { PlainText } from '../../../../core/contract/stored-text.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { OPTIONAL_KEY } from '../../../../core/graphql/optional-idempotency-key.js';
import { Workspace } from '../workspace/workspace.type.js';
import { WorkspaceListArguments } from '../workspace/workspace-contents-list-arguments.js';
import type { AssetRow } from './asset.store.js';
import type { MergeFieldRow } from './merge-field.store.js';
import type { PlaceholderService } from './placeholder.service.js';
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
import type { PlaceholderRow } from './placeholder-kinds-shared.reads.store.js';

/** The GraphQL names of one kind. */
interface Surface<Create extends CreatePlaceholderInput, Update extends UpdatePlaceholderInput> {
  /** The type's name, also used for its fields and mutations. */
  readonly name: string;
  /** The noun with its article, for descriptions. */
  readonly noun: string;
  readonly type: new () => object;
  readonly page: new () => object;
  readonly createInput: new () => Create;
  readonly updateInput: new () => Update;
  /** The contract's request bodies. */
  created(input: Create): object;
  changed(input: Update): object;
}

export const MergeFieldResolver = placeholderResolver<
  MergeFieldRow,
  PlainText,
  CreateWorkspaceMergeFieldInput,
  UpdateWorkspaceMergeFieldInput
>({
  name: 'WorkspaceMergeField',
  noun: 'a merge field',
  type: WorkspaceMergeField,
  page: WorkspaceMergeFieldPage,
  createInput: CreateWorkspaceMergeFieldInput,
  updateInput: UpdateWorkspaceMergeFieldInput,
  created: (input) => bodyOf<CreateMergeFieldBody, CreateWorkspaceMergeFieldInput>(input),
  changed: (input) => bodyOf<UpdateMergeFieldBody, UpdateWorkspaceMergeFieldInput>(input),
});

export const AssetResolver = placeholderResolver<
  AssetRow,
  PlainText | null,
  CreateWorkspaceAssetInput,
  UpdateWorkspaceAssetInput
>({
  name: 'WorkspaceAsset',
  noun: 'an asset',
  type: WorkspaceAsset,
  page: WorkspaceAssetPage,
  createInput: CreateWorkspaceAssetInput,
  updateInput: UpdateWorkspaceAssetInput,
  created: (input) => bodyOf<CreateAssetBody, CreateWorkspaceAssetInput>(input),
  changed: (input) => bodyOf<UpdateAssetBody, UpdateWorkspaceAssetInput>(input),
});

function placeholderResolver<
  Row extends PlaceholderRow,
  Content extends PlainText | null,
  Create extends CreatePlaceholderInput,
  Update extends UpdatePlaceholderInput,
>({ name, noun, type, page, createInput, updateInput, created, changed }: Surface<Create, Update>) {
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

    @Query(() => page, { name: `${field}s`, description: 'Newest first, including inactive ones.' })
    list(
      @Args(() => WorkspaceListArguments) request: WorkspaceListArguments,
      @Ctx() { principal }: GraphContext,
    ): Promise<Page<Row>> {
      return this.#placeholders.list(principal, request);
    }

    @Mutation(() => type, {
      name: `create${name}`,
      description: `Creates ${noun}; its placeholder must be unique in the workspace.`,
    })
    create(
      @Arg('input', () => createInput, { description: 'What is to be made.' }) input: Create,
      @Ctx() { principal }: GraphContext,
      @Arg('idempotencyKey', () => String, OPTIONAL_KEY) idempotencyKey?: string | null,
    ): Promise<Row> {
      return this.#placeholders.create(principal, created(input), idempotencyKey);
    }

    @Mutation(() => type, { name: `update${name}`, description: `Changes the given fields of ${noun}.` })
    update(
      @Arg('id', () => ID, { description: 'Its identifier.' }) id: string,
      @Arg('input', () => updateInput, { description: 'What is to change.' }) input: Update,
      @Ctx() { principal }: GraphContext,
    ): Promise<Row> {
      return this.#placeholders.update(principal, id, changed(input));
    }

    @FieldResolver(() => Workspace, { nullable: true, description: 'The workspace it belongs to.' })
    workspace(@Root() { workspaceId }: PlaceholderRow, @Ctx() context: GraphContext): Promise<Workspace> {
      return this.#workspace(workspaceId, context);
    }
  }
  return PlaceholderResolver;
}
