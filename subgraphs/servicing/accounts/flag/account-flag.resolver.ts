import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { AccountFlagBody } from '../../../../core/contract/account-flag.js';
import { bodyOf } from '../../../../core/contract/case-conversion.js';
import { withoutUndefined } from '../../../../core/contract/checked-write.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { OPTIONAL_KEY } from '../../../../core/graphql/optional-idempotency-key.js';
import { AccountFlag, AccountFlagInput, SetAccountFlag } from './account-flag.type.js';
import type { FlagLifter } from './lift-account-flag.js';
import type { FlagSetter } from './set-account-flag.js';

@Resolver(() => AccountFlag)
export class AccountFlagResolver {
  constructor(
    private readonly setter: FlagSetter,
    private readonly lifter: FlagLifter,
  ) {}

  @Mutation(() => SetAccountFlag, {
    description: 'Sets a flag on a loan; audited, without its reason. For operators, not viewers.',
  })
  setAccountFlag(
    @Arg('accountId', () => ID, { description: 'The loan.' }) accountId: string,
    @Arg('input', () => AccountFlagInput, { description: 'The flag.' }) input: AccountFlagInput,
    @Ctx() { principal }: GraphContext,
    @Arg('idempotencyKey', () => String, OPTIONAL_KEY) idempotencyKey?: string | null,
  ): Promise<SetAccountFlag> {
    const body = withoutUndefined(bodyOf<AccountFlagBody, AccountFlagInput>(input));
    return this.setter.set(principal, { accountId, idempotencyKey, body });
  }

  @Mutation(() => AccountFlag, {
    description:
      'Lifts a flag from a loan; repeatable: a lifted flag keeps its first reason. Audited, without its reason. For supervisors.',
  })
  liftAccountFlag(
    @Arg('id', () => ID, { description: 'The flag.' }) id: string,
    @Arg('reason', () => String, { description: 'Why it is lifted, at most 500 characters.' }) reason: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<AccountFlag> {
    return this.lifter.lift(principal, id, { reason });
  }
}
