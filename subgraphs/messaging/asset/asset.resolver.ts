import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { sent } from '../../../core/contract/checked.js';
import type { GraphContext } from '../../../core/graphql/context.js';
import { WorkspaceListArguments } from '../workspace/list-arguments.js';
import { Workspace } from '../workspace/workspace.type.js';
import type { AssetService } from './asset.service.js';
import {
  CreateWorkspaceAssetInput,
  UpdateWorkspaceAssetInput,
  WorkspaceAsset,
  WorkspaceAssetPage,
} from './asset.type.js';

@Resolver(() => WorkspaceAsset)
export class AssetResolver {
  readonly #assets: AssetService;
  readonly #workspace: (id: string, context: GraphContext) => Promise<Workspace>;

  constructor(assets: AssetService, workspace: (id: string, context: GraphContext) => Promise<Workspace>) {
    this.#assets = assets;
    this.#workspace = workspace;
  }

  @Query(() => WorkspaceAsset, { description: 'One asset.' })
  workspaceAsset(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<WorkspaceAsset> {
    return this.#assets.one(principal, id);
  }

  @Query(() => WorkspaceAssetPage, { description: 'Assets, newest first, inactive ones too.' })
  workspaceAssets(
    @Args(() => WorkspaceListArguments) request: WorkspaceListArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<WorkspaceAssetPage> {
    return this.#assets.list(principal, request);
  }

  @Mutation(() => WorkspaceAsset, {
    description: 'Creates an asset; its placeholder is one that nothing else in the workspace has.',
  })
  createWorkspaceAsset(
    @Arg('input', () => CreateWorkspaceAssetInput, { description: 'What is to be written.' })
    input: CreateWorkspaceAssetInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<WorkspaceAsset> {
    const { workspaceId, url } = input;
    return this.#assets.create(principal, sent({ ...stated(input), workspace_id: workspaceId, url }));
  }

  @Mutation(() => WorkspaceAsset, { description: 'Changes what is sent of an asset.' })
  updateWorkspaceAsset(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Arg('input', () => UpdateWorkspaceAssetInput, { description: 'What is to be written.' })
    input: UpdateWorkspaceAssetInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<WorkspaceAsset> {
    return this.#assets.update(principal, id, sent(stated(input)));
  }

  @FieldResolver(() => Workspace, { description: 'The workspace that it belongs to.' })
  workspace(@Root() { workspaceId }: WorkspaceAsset, @Ctx() context: GraphContext): Promise<Workspace> {
    return this.#workspace(workspaceId, context);
  }
}

function stated({ placeholder, name, description, isActive }: UpdateWorkspaceAssetInput) {
  return { placeholder, name, description, is_active: isActive };
}
