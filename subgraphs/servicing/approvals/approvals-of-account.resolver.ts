import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import { Account } from '../accounts/account/account.type.js';
import { ApprovalRequest } from './approval-request.type.js';

type ApprovalsOf = (accountId: string, context: GraphContext) => Promise<readonly ApprovalRequest[]>;

@Resolver(() => Account)
export class ApprovalsOfAccountResolver {
  constructor(private readonly approvalsOf: ApprovalsOf) {}

  @FieldResolver(() => [ApprovalRequest], {
    nullable: true,
    description: 'Acts on the loan that wait for a second person or are being carried out. Only for operators.',
  })
  pendingApprovalRequests(@Root() { id }: Account, @Ctx() context: GraphContext): Promise<readonly ApprovalRequest[]> {
    return this.approvalsOf(id, context);
  }
}
