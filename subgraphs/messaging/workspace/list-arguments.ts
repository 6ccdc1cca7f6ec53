import { ArgsType, Field, ID } from 'type-graphql';
import { ListArguments } from '../../../core/graphql/list-arguments.js';

/** The arguments of every list of what workspaces hold. */
@ArgsType()
export class WorkspaceListArguments extends ListArguments {
  @Field(() => ID, { nullable: true, description: 'Only those of this workspace.' })
  workspaceId?: string | null;
}
