import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { sent } from '../../../core/contract/checked.js';
import type { GraphContext } from '../../../core/graphql/context.js';
import { WorkspaceListArguments } from '../workspace/list-arguments.js';
import { Workspace } from '../workspace/workspace.type.js';
import type { MergeFieldService } from './merge-field.service.js';
import {
  CreateWorkspaceMergeFieldInput,
  UpdateWorkspaceMergeFieldInput,
  WorkspaceMergeField,
  WorkspaceMergeFieldPage,
} from './merge-field.type.js';

@Resolver(() => WorkspaceMergeField)
export class MergeFieldResolver {
  readonly #mergeFields: MergeFieldService;
  readonly #workspace: (id: string, context: GraphContext) => Promise<Workspace>;

  constructor(mergeFields: MergeFieldService, workspace: (id: string, context: GraphContext) => Promise<Workspace>) {
    this.#mergeFields = mergeFields;
    this.#workspace = workspace;
  }

  @Query(() => WorkspaceMergeField, { description: 'One merge field.' })
  workspaceMergeField(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<WorkspaceMergeField> {
    return this.#mergeFields.one(principal, id);
  }

  @Query(() => WorkspaceMergeFieldPage, { description: 'Merge fields, newest first, inactive ones too.' })
  workspaceMergeFields(
    @Args(() => WorkspaceListArguments) request: WorkspaceListArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<WorkspaceMergeFieldPage> {
    return this.#mergeFields.list(principal, request);
  }

  @Mutation(() => WorkspaceMergeField, {
    description: 'Creates a merge field; its placeholder is one that nothing else in the workspace has.',
  })
  createWorkspaceMergeField(
    @Arg('input', () => CreateWorkspaceMergeFieldInput, { description: 'What is to be written.' })
    input: CreateWorkspaceMergeFieldInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<WorkspaceMergeField> {
    const { workspaceId, value } = input;
    return this.#mergeFields.create(principal, sent({ ...stated(input), workspace_id: workspaceId, value }));
  }

  @Mutation(() => WorkspaceMergeField, { description: 'Changes what is sent of a merge field.' })
  updateWorkspaceMergeField(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Arg('input', () => UpdateWorkspaceMergeFieldInput, { description: 'What is to be written.' })
    input: UpdateWorkspaceMergeFieldInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<WorkspaceMergeField> {
    return this.#mergeFields.update(principal, id, sent({ ...stated(input), value: input.value }));
  }

  @FieldResolver(() => Workspace, { description: 'The workspace that it belongs to.' })
  workspace(@Root() { workspaceId }: WorkspaceMergeField, @Ctx() context: GraphContext): Promise<Workspace> {
    return this.#workspace(workspaceId, context);
  }
}

function stated({ placeholder, name, description, isActive }: UpdateWorkspaceMergeFieldInput) {
  return { placeholder, name, description, is_active: isActive };
}
