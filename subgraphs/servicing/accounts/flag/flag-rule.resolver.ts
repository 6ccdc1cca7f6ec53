import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { AccountFlagRule, AccountFlagRuleInput } from './flag-rule.type.js';
import type { FlagRules } from './flag-rules.js';

@Resolver(() => AccountFlagRule)
export class FlagRuleResolver {
  constructor(private readonly rules: FlagRules) {}

  @Query(() => [AccountFlagRule], {
    description: 'What each kind of flag stops at a lender. Only for operators.',
  })
  accountFlagRules(
    @Arg('organizationId', () => ID, { description: 'The lender.' }) organizationId: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<readonly AccountFlagRule[]> {
    return this.rules.of(principal, organizationId);
  }

  @Mutation(() => [AccountFlagRule], {
    description: 'Changes what flags of a kind stop at a lender; audited. For admins. Returns all rules.',
  })
  changeAccountFlagRule(
    @Arg('organizationId', () => ID, { description: 'The lender.' }) organizationId: string,
    @Arg('input', () => AccountFlagRuleInput, { description: 'The kind of flag, and what it stops.' })
    input: AccountFlagRuleInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<readonly AccountFlagRule[]> {
    return this.rules.change(principal, organizationId, { kind: input.kind, stops: input.stops });
  }
}
