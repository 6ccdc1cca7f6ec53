import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import { Account } from '../account/account.type.js';
import { OperatorException } from '../operator-exception/operator-exception.type.js';
import type { DifferenceActs } from '../tie-out-act/difference-acts.js';
import type { TieOutActRow } from '../tie-out-act/tie-out-act.store.js';
import { TieOutAct } from '../tie-out-act/tie-out-act.type.js';
import { actsOn, type DifferenceAct, type StandingDifference } from './difference-status.js';
import type { TieOutDifferenceService } from './tie-out-difference.service.js';
import {
  TieOutDifference,
  TieOutDifferenceAct,
  TieOutDifferenceArguments,
  TieOutDifferencePage,
} from './tie-out-difference.type.js';

export interface DifferenceSources {
  readonly differences: TieOutDifferenceService;
  readonly acts: DifferenceActs;
  readonly exception: (id: string, context: GraphContext) => Promise<OperatorException>;
  readonly lastAct: (id: string, context: GraphContext) => Promise<TieOutActRow | null>;
}

const FACTS_VERSION = '`factsVersion` of the difference as it was seen; of others it is 409 `difference_changed`.';
const REASON = 'Why, at most 500 characters; kept with your name, and sent along with a reversal.';

@Resolver(() => TieOutDifference)
export class TieOutDifferenceResolver {
  readonly #sources: DifferenceSources;

  constructor(sources: DifferenceSources) {
    this.#sources = sources;
  }

  @Query(() => TieOutDifferencePage, {
    description: 'What the tie-out has found to differ, the one found last first. For operators.',
  })
  tieOutDifferences(
    @Args(() => TieOutDifferenceArguments) request: TieOutDifferenceArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<TieOutDifferencePage> {
    return this.#sources.differences.list(principal, request);
  }

  @FieldResolver(() => [TieOutDifferenceAct], { description: 'What the caller may do about it now.' })
  async acts(
    @Root() difference: TieOutDifference & StandingDifference,
    @Ctx() context: GraphContext,
  ): Promise<readonly DifferenceAct[]> {
    return actsOn(difference, await this.#sources.lastAct(difference.id, context), context.principal);
  }

  @FieldResolver(() => TieOutAct, {
    nullable: true,
    description: 'What was posted or taken back about it last; null: nothing.',
  })
  lastAct(@Root() { id }: TieOutDifference, @Ctx() context: GraphContext): Promise<TieOutAct | null> {
    return this.#sources.lastAct(id, context);
  }

  @Mutation(() => TieOutDifference, {
    description:
      'Posts in the loan system what is missing there, once, under its own reference. The difference stays open until the next look finds it gone. Repeatable, audited. For operators, not viewers.',
  })
  postTieOutDifference(
    @Arg('id', () => ID, { description: 'The difference.' }) id: string,
    @Arg('factsVersion', () => String, { description: FACTS_VERSION }) factsVersion: string,
    @Arg('reason', () => String, { description: REASON }) reason: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<TieOutDifference> {
    return this.#sources.acts.act(principal, id, { kind: 'post', factsVersion, reason });
  }

  @Mutation(() => TieOutDifference, {
    description:
      'Takes back in the loan system what should not stand there, once; what was taken back there already is taken back here. The difference stays open until the next look finds it gone. Repeatable, audited. For operators, not viewers.',
  })
  reverseTieOutDifference(
    @Arg('id', () => ID, { description: 'The difference.' }) id: string,
    @Arg('factsVersion', () => String, { description: FACTS_VERSION }) factsVersion: string,
    @Arg('reason', () => String, { description: REASON }) reason: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<TieOutDifference> {
    return this.#sources.acts.act(principal, id, { kind: 'reverse', factsVersion, reason });
  }

  @FieldResolver(() => OperatorException, {
    description: 'It as an exception: since when, and what was done about it.',
  })
  exception(@Root() { id }: TieOutDifference, @Ctx() context: GraphContext): Promise<OperatorException> {
    return this.#sources.exception(id, context);
  }

  @FieldResolver(() => Account, { nullable: true, description: 'The account that it is about.' })
  account(@Root() { accountId }: TieOutDifference): Account | null {
    return accountId === null ? null : { id: accountId };
  }
}

type DifferenceOf = (exceptionId: string, context: GraphContext) => Promise<TieOutDifference | null>;

@Resolver(() => OperatorException)
export class ExceptionDifferenceResolver {
  readonly #difference: DifferenceOf;

  constructor(difference: DifferenceOf) {
    this.#difference = difference;
  }

  @FieldResolver(() => TieOutDifference, {
    nullable: true,
    description: 'What differs, of an exception of the tie-out.',
  })
  difference(@Root() { id }: OperatorException, @Ctx() context: GraphContext): Promise<TieOutDifference | null> {
    return this.#difference(id, context);
  }
}
