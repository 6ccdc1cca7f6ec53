import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { ApprovalRow } from '../../../core/approvals/approval-request.store.js';
import type { ApprovalDecider } from '../../../core/approvals/decide-on-request.js';
import type { GraphContext } from '../../../core/graphql/context.js';
import { Account } from '../accounts/account/account.type.js';
import type { ApprovalService } from './approval.service.js';
import { ApprovalRequest, ApprovalRequestListArguments, ApprovalRequestPage } from './approval-request.type.js';

const REQUEST = { description: 'The request.' };

@Resolver(() => ApprovalRequest)
export class ApprovalRequestResolver {
  constructor(
    private readonly approvals: ApprovalService,
    private readonly decider: ApprovalDecider,
    private readonly accountOf: (id: string, context: GraphContext) => Promise<Account>,
  ) {}

  @Query(() => ApprovalRequestPage, {
    description: 'Acts above an operator’s limit that need a second person, newest first. Only for operators.',
  })
  approvalRequests(
    @Args(() => ApprovalRequestListArguments) request: ApprovalRequestListArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<ApprovalRequestPage> {
    return this.approvals.list(principal, request);
  }

  @Query(() => ApprovalRequest, { description: 'An approval request. Only for operators.' })
  approvalRequest(
    @Arg('id', () => ID, REQUEST) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<ApprovalRequest | undefined> {
    return this.approvals.one(principal, id);
  }

  @Query(() => Int, { description: 'Number of approval requests that wait for a second person. Only for operators.' })
  openApprovalRequestCount(
    @Ctx() { principal }: GraphContext,
    @Arg('organizationId', () => ID, { nullable: true, description: 'One organization; all of them if omitted.' })
    organizationId?: string | null,
  ): Promise<number> {
    return this.approvals.countOpen(principal, organizationId);
  }

  @Mutation(() => ApprovalRequest, {
    description:
      'Approves a request: the act is then carried out exactly once, as if the caller had called its mutation. Never by the operator who asked. A repetition returns the request as it is.',
  })
  async approveRequest(
    @Arg('id', () => ID, REQUEST) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<ApprovalRequest | undefined> {
    return this.#shown({ principal }, await this.decider.approve(principal, id));
  }

  @Mutation(() => ApprovalRequest, { description: 'Rejects a request. Never by the operator who asked.' })
  async rejectRequest(
    @Arg('id', () => ID, REQUEST) id: string,
    @Arg('reason', () => String, { description: 'Why, at most 500 characters.' }) reason: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<ApprovalRequest | undefined> {
    return this.#shown({ principal }, await this.decider.reject(principal, id, { reason }));
  }

  @Mutation(() => ApprovalRequest, { description: 'Withdraws an open request. Only by the operator who asked.' })
  async withdrawRequest(
    @Arg('id', () => ID, REQUEST) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<ApprovalRequest | undefined> {
    return this.#shown({ principal }, await this.decider.withdraw(principal, id));
  }

  @FieldResolver(() => Account, { nullable: true, description: 'The loan.' })
  account(@Root() { accountId }: ApprovalRequest, @Ctx() context: GraphContext): Promise<Account> | null {
    return accountId === null ? null : this.accountOf(accountId, context);
  }

  async #shown({ principal }: Pick<GraphContext, 'principal'>, row: ApprovalRow) {
    return (await this.approvals.shown(principal, [row]))[0];
  }
}
