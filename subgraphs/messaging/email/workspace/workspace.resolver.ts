import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { WorkspaceService } from './workspace.service.js';
import { CreateWorkspaceInput, Workspace } from './workspace.type.js';

@Resolver(() => Workspace)
export class WorkspaceResolver {
  constructor(private readonly service: WorkspaceService) {}

  @Query(() => Workspace, { description: 'A workspace in the key’s scope.' })
  workspace(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<Workspace> {
    return this.service.one(principal, id);
  }

  @Query(() => [Workspace], { description: 'The workspaces in the key’s scope.' })
  workspaces(@Ctx() { principal }: GraphContext): Promise<readonly Workspace[]> {
    return this.service.all(principal);
  }

  @Mutation(() => Workspace, { description: 'Creates a workspace in an organization; audited. For admins.' })
  createWorkspace(
    @Arg('input', () => CreateWorkspaceInput, { description: 'The workspace.' }) input: CreateWorkspaceInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<Workspace> {
    return this.service.create(principal, input);
  }
}
