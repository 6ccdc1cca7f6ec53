import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { PayoffService } from './payoff.service.js';
import { PayoffArguments, PayoffLetter, PayoffQuote } from './payoff.type.js';

@Resolver()
export class PayoffResolver {
  constructor(private readonly payoffs: PayoffService) {}

  @Query(() => PayoffQuote, { description: 'Payoff amount of a loan on a day, live from its loan system.' })
  payoffQuote(
    @Args(() => PayoffArguments) asked: PayoffArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<PayoffQuote> {
    return this.payoffs.quote(principal, asked);
  }

  @Query(() => PayoffLetter, {
    description:
      'The payoff with the data for a letter to the borrower; also needs `persons:read`, and of an operator the role agent.',
  })
  payoffLetter(
    @Args(() => PayoffArguments) asked: PayoffArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<PayoffLetter> {
    return this.payoffs.letter(principal, asked);
  }
}
