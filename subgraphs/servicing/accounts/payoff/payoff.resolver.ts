import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { PayoffService } from './payoff.service.js';
import { PayoffArguments, PayoffLetter, PayoffQuote } from './payoff.type.js';

@Resolver()
export class PayoffResolver {
  readonly #payoffs: PayoffService;

  constructor(payoffs: PayoffService) {
    this.#payoffs = payoffs;
  }

  @Query(() => PayoffQuote, { description: 'What would pay a loan off on a day: live from its loan system.' })
  payoffQuote(
    @Args(() => PayoffArguments) asked: PayoffArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<PayoffQuote> {
    return this.#payoffs.quote(principal, asked);
  }

  @Query(() => PayoffLetter, { description: 'The same as a letter to the borrower says it; needs `persons:read` too.' })
  payoffLetter(
    @Args(() => PayoffArguments) asked: PayoffArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<PayoffLetter> {
    return this.#payoffs.letter(principal, asked);
  }
}
