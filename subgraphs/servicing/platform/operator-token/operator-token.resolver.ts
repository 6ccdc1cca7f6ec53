import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { OperatorTokenService } from './operator-token.service.js';
import { OperatorToken } from './operator-token.type.js';

@Resolver(() => OperatorToken)
export class OperatorTokenResolver {
  constructor(private readonly tokens: OperatorTokenService) {}

  @Query(() => [OperatorToken], {
    description:
      'Every operator token issued by Tributary, oldest first, including revoked and expired ones; deleted a month after its end. For admins.',
  })
  operatorTokens(@Ctx() { principal }: GraphContext): Promise<readonly OperatorToken[]> {
    return this.tokens.all(principal);
  }

  @Mutation(() => OperatorToken, {
    description:
      'Revokes an operator’s token. Once this responds, no process accepts it. Repeatable, audited. For admins.',
  })
  revokeOperatorToken(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<OperatorToken> {
    return this.tokens.revoke(principal, id);
  }
}
