import { Arg, Args, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import type { BoardingRow } from './boarding.store.js';
import type { LedgerBoardingService } from './ledger-boarding.service.js';
import { LedgerBoarding, LedgerBoardingProblemArguments, LedgerBoardingProblemPage } from './ledger-boarding.type.js';

@Resolver(() => LedgerBoarding)
export class LedgerBoardingResolver {
  readonly #boardings: LedgerBoardingService;

  constructor(boardings: LedgerBoardingService) {
    this.#boardings = boardings;
  }

  @Query(() => LedgerBoarding, { description: 'How the boarding of a portfolio stands. Needs `ledger:read`.' })
  async ledgerBoarding(
    @Arg('id', () => ID, { description: 'The boarding.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<LedgerBoarding> {
    return shown(await this.#boardings.find(principal, id));
  }

  @Query(() => LedgerBoardingProblemPage, {
    description: 'What is wrong with the rows of a file, in the order of its lines. Needs `ledger:read`.',
  })
  ledgerBoardingProblems(
    @Args(() => LedgerBoardingProblemArguments) { id, limit, cursor }: LedgerBoardingProblemArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<LedgerBoardingProblemPage> {
    return this.#boardings.problems(principal, id, { limit: limit ?? null, cursor: cursor ?? null });
  }
}

function shown(boarding: BoardingRow): LedgerBoarding {
  const { tieOut } = boarding;
  const journal = tieOut?.journal && { ...tieOut.journal, transactions: null, amountCents: null };
  return { ...boarding, tieOut: tieOut && { ...tieOut, journal: journal ?? null } };
}
