import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { Account } from '../../account/account.type.js';
import { OperatorException } from '../../exceptions/operator-exception.type.js';
import type { TieOutDifferenceService } from './tie-out-difference.service.js';
import { TieOutDifference, TieOutDifferenceArguments, TieOutDifferencePage } from './tie-out-difference.type.js';

export interface DifferenceSources {
  readonly differences: TieOutDifferenceService;
  readonly exception: (id: string, context: GraphContext) => Promise<OperatorException>;
}

@Resolver(() => TieOutDifference)
export class TieOutDifferenceResolver {
  constructor(private readonly sources: DifferenceSources) {}

  @Query(() => TieOutDifferencePage, {
    description: 'Differences found by the tie-out, the latest found first. For operators.',
  })
  tieOutDifferences(
    @Args(() => TieOutDifferenceArguments) request: TieOutDifferenceArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<TieOutDifferencePage> {
    return this.sources.differences.list(principal, request);
  }

  @FieldResolver(() => OperatorException, {
    description: 'The exception of this difference: when it was raised, and how it was handled.',
  })
  exception(@Root() { id }: TieOutDifference, @Ctx() context: GraphContext): Promise<OperatorException> {
    return this.sources.exception(id, context);
  }

  @FieldResolver(() => Account, { nullable: true, description: 'Its account.' })
  account(@Root() { accountId }: TieOutDifference): Account | null {
    return accountId === null ? null : { id: accountId };
  }
}

type DifferenceOf = (exceptionId: string, context: GraphContext) => Promise<TieOutDifference | null>;

@Resolver(() => OperatorException)
export class ExceptionDifferenceResolver {
  constructor(private readonly differenceOf: DifferenceOf) {}

  @FieldResolver(() => TieOutDifference, {
    nullable: true,
    description: 'The difference, if this is an exception of the tie-out.',
  })
  difference(@Root() { id }: OperatorException, @Ctx() context: GraphContext): Promise<TieOutDifference | null> {
    return this.differenceOf(id, context);
  }
}
