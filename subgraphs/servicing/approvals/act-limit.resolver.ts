import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { ActLimitService } from '../../../core/approvals/act-limits.js';
import { checkedBody } from '../../../core/contract/checked-write.js';
import type { GraphContext } from '../../../core/graphql/context.js';
import { ActLimit, ActLimitInput } from './act-limit.type.js';
import { actLimitBody } from './act-limit-body.js';
import type { ApprovalService } from './approval.service.js';
import { OwnActLimit } from './own-act-limit.type.js';

const LENDER = { description: 'The lender.' };

@Resolver()
export class ActLimitResolver {
  constructor(
    private readonly limits: ActLimitService,
    private readonly approvals: ApprovalService,
  ) {}

  @Query(() => [ActLimit], {
    description: 'Amount limits by role and act, also those that are not set. Only for operators.',
  })
  actLimits(
    @Arg('organizationId', () => ID, LENDER) organizationId: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<readonly ActLimit[]> {
    return this.limits.list(principal, organizationId);
  }

  @Query(() => [OwnActLimit], {
    description: 'The caller’s own amount limits: above one, the act becomes an approval request. Only for operators.',
  })
  ownActLimits(
    @Arg('organizationId', () => ID, LENDER) organizationId: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<readonly OwnActLimit[]> {
    return this.approvals.own(principal, organizationId);
  }

  @Mutation(() => [ActLimit], { description: 'Sets or removes a limit; audited with the amounts before and after.' })
  setActLimit(
    @Arg('organizationId', () => ID, LENDER) organizationId: string,
    @Arg('input', () => ActLimitInput, { description: 'The limit.' }) input: ActLimitInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<readonly ActLimit[]> {
    const { amountCents } = checkedBody(actLimitBody, { amount_cents: input.amountCents });
    return this.limits.set(principal, organizationId, { ...input, amountCents });
  }
}
