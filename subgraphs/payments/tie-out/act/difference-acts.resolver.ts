import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { TieOutDifference } from '../difference/tie-out-difference.type.js';
import { actsOn, type DifferenceAct, type StandingDifference } from './acts-on.js';
import type { DifferenceActs } from './difference-acts.js';
import type { TieOutActRow } from './tie-out-act.store.js';
import { TieOutAct, TieOutDifferenceAct } from './tie-out-act.type.js';

export interface DifferenceActSources {
  readonly acts: DifferenceActs;
  readonly lastAct: (id: string, context: GraphContext) => Promise<TieOutActRow | null>;
}

const FACTS_VERSION = '`factsVersion` of the difference as it was seen; of others it is 409 `difference_changed`.';
const REASON = 'Why, at most 500 characters; kept with your name, and sent along with a reversal.';

/** What may be done about a difference, what was, and doing it. */
@Resolver(() => TieOutDifference)
export class DifferenceActsResolver {
  readonly #sources: DifferenceActSources;

  constructor(sources: DifferenceActSources) {
    this.#sources = sources;
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
}
