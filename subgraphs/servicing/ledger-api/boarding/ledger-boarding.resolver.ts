import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { ZonedListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import type { BoardingAbandoner } from '../../../../ledger/boarding/abandon-boarding.js';
import type { BoardingRow } from '../../../../ledger/boarding/boarding.store.js';
import { shownTieOut } from '../../../../ledger/boarding/boarding-response.js';
import { shownWarnings } from '../../../../ledger/boarding/warnings.js';
import { Account } from '../../accounts/account/account.type.js';
import type { LedgerBoardingService } from './ledger-boarding.service.js';
import {
  KeyedLedgerBoarding,
  LedgerBoardedLoan,
  LedgerBoardedLoanArguments,
  LedgerBoardedLoanPage,
  LedgerBoarding,
  LedgerBoardingPage,
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

  @Query(() => LedgerBoardingPage, { description: 'Portfolio boardings, newest first. Needs `ledger:read`.' })
  async ledgerBoardings(
    @Args(() => ZonedListArguments) request: ZonedListArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<LedgerBoardingPage> {
    const { items, page } = await this.boardings.list(principal, request);
    return { items: items.map(shown), page };
  }

  @Query(() => LedgerBoardedLoanPage, {
    description: 'The loans that a boarding wrote so far. Needs `ledger:read`.',
  })
  ledgerBoardingLoans(
    @Args(() => LedgerBoardedLoanArguments) { id, limit, cursor }: LedgerBoardedLoanArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<LedgerBoardedLoanPage> {
    return this.boardings.loans(principal, id, { limit: limit ?? null, cursor: cursor ?? null });
  }

  @Query(() => String, {
    description: 'The first 20,000 problems of a file as CSV, in line order. Needs `ledger:read`; audited.',
  })
  ledgerBoardingProblemFile(
    @Arg('id', () => ID, { description: 'The boarding.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<string> {
    return this.boardings.problemFile(principal, id);
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

@Resolver(() => LedgerBoardedLoan)
export class BoardedLoanResolver {
  constructor(private readonly accountOf: (id: string, context: GraphContext) => Promise<Account>) {}

  @FieldResolver(() => Account, { nullable: true, description: 'The loan’s account. Needs `accounts:read`.' })
  account(@Root() { accountId }: LedgerBoardedLoan, @Ctx() context: GraphContext): Promise<Account> {
    return this.accountOf(accountId, context);
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
