import { ArgsType, Field, ID } from 'type-graphql';
import { CreatedListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';

/** The arguments of every list of workspace contents. */
@ArgsType()
export class WorkspaceListArguments extends CreatedListArguments {
  @Field(() => ID, { nullable: true, description: 'Only rows of this workspace.' })
  workspaceId?: string | null;
}
