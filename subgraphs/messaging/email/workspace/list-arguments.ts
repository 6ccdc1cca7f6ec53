import { ArgsType, Field, ID } from 'type-graphql';
import { CreatedListArguments } from '../../../../core/graphql/list-arguments.js';

/** The arguments of every list of what workspaces hold. */
@ArgsType()
export class WorkspaceListArguments extends CreatedListArguments {
  @Field(() => ID, { nullable: true, description: 'Only those of this workspace.' })
  workspaceId?: string | null;
}
