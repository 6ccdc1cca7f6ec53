import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { BoardingAbandoner } from '../../../../ledger/boarding/abandon-boarding.js';
import type { BoardingRow } from '../../../../ledger/boarding/boarding.store.js';
import { shownTieOut } from '../../../../ledger/boarding/boarding-response.js';
import { shownWarnings } from '../../../../ledger/boarding/warnings.js';
import type { LedgerBoardingService } from './ledger-boarding.service.js';
import {
  KeyedLedgerBoarding,
  LedgerBoarding,
  LedgerBoardingProblemArguments,
  LedgerBoardingProblemPage,
} from './ledger-boarding.type.js';

@Resolver(() => LedgerBoarding)
export class LedgerBoardingResolver {
  constructor(private readonly boardings: LedgerBoardingService) {}

  @Query(() => LedgerBoarding, { description: 'Progress of a portfolio boarding. Needs `ledger:read`.' })
  async ledgerBoarding(
    @Arg('id', () => ID, { description: 'The boarding.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<LedgerBoarding> {
    return shown(await this.boardings.find(principal, id));
  }

  @Query(() => LedgerBoardingProblemPage, {
    description: 'Problems found in the rows of a file, in line order. Needs `ledger:read`.',
  })
  ledgerBoardingProblems(
    @Args(() => LedgerBoardingProblemArguments) { id, severity, limit, cursor }: LedgerBoardingProblemArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<LedgerBoardingProblemPage> {
    return this.boardings.problems(principal, id, { severity, limit: limit ?? null, cursor: cursor ?? null });
  }
}

@Resolver(() => KeyedLedgerBoarding)
export class AbandonedBoardingResolver {
  constructor(
    private readonly parts: { readonly boardings: LedgerBoardingService; readonly abandoner: BoardingAbandoner },
  ) {}

  @Mutation(() => KeyedLedgerBoarding, {
    description:
      'Abandons a boarding, exactly once per key. Loans already written stay; sending the same file again writes the rest. Needs `ledger:write`.',
  })
  async abandonLedgerBoarding(
    @Arg('id', () => ID, { description: 'The boarding.' }) id: string,
    @Arg('idempotencyKey', () => String, {
      description: 'A new key for each write. To repeat a write, send the same key with the same body.',
    })
    idempotencyKey: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<KeyedLedgerBoarding> {
    const { resource, replayed, answer } = await this.parts.abandoner.abandon(principal, { id, idempotencyKey });
    return { boardingId: resource.id, replayed, answer };
  }

  @FieldResolver(() => LedgerBoarding, { description: 'The boarding’s current state. Needs `ledger:read`.' })
  async boarding(
    @Root() { boardingId }: KeyedLedgerBoarding,
    @Ctx() { principal }: GraphContext,
  ): Promise<LedgerBoarding> {
    return shown(await this.parts.boardings.find(principal, boardingId));
  }
}

function shown(boarding: BoardingRow): LedgerBoarding {
  return { ...boarding, ...shownWarnings(boarding.warningCounts), tieOut: shownTieOut(boarding) };
}
