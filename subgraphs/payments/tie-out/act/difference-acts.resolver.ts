import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { limitToOrganization } from '../../../../core/principal/principal.js';
import { TieOutDifference } from '../difference/tie-out-difference.type.js';
import type { DifferenceActs } from './difference-acts.js';
import { type DifferenceAct, type DifferenceWithStatus, possibleActions } from './possible-actions.js';
import type { TieOutActRow } from './tie-out-act.store.js';
import { TieOutAct, TieOutDifferenceAct } from './tie-out-act.type.js';

export interface DifferenceActSources {
  readonly acts: DifferenceActs;
  readonly lastAct: (id: string, context: GraphContext) => Promise<TieOutActRow | null>;
}

const FACTS_VERSION =
  '`factsVersion` of the difference as you read it; any other version gives 409 `difference_changed`.';
const REASON = 'The reason, at most 500 characters; stored with your name, and sent with a reversal.';

/** Possible and past actions on a difference, and the mutations that take them. */
@Resolver(() => TieOutDifference)
export class DifferenceActsResolver {
  constructor(private readonly sources: DifferenceActSources) {}

  @FieldResolver(() => [TieOutDifferenceAct], { description: 'What the caller may do about it now.' })
  async acts(
    @Root() difference: TieOutDifference & DifferenceWithStatus,
    @Ctx() context: GraphContext,
  ): Promise<readonly DifferenceAct[]> {
    const atLender = limitToOrganization(context.principal, difference.organizationId);
    return possibleActions(difference, await this.sources.lastAct(difference.id, context), atLender);
  }

  @FieldResolver(() => TieOutAct, {
    nullable: true,
    description: 'The last posting or reversal made to settle it; null: none.',
  })
  lastAct(@Root() { id }: TieOutDifference, @Ctx() context: GraphContext): Promise<TieOutAct | null> {
    return this.sources.lastAct(id, context);
  }

  @Mutation(() => TieOutDifference, {
    description:
      'Posts in the loan system what is missing there, once, under its own reference. The difference stays open until the next comparison no longer finds it. Repeatable, audited. For operators, not viewers.',
  })
  postTieOutDifference(
    @Arg('id', () => ID, { description: 'The difference.' }) id: string,
    @Arg('factsVersion', () => String, { description: FACTS_VERSION }) factsVersion: string,
    @Arg('reason', () => String, { description: REASON }) reason: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<TieOutDifference> {
    return this.sources.acts.act(principal, id, { kind: 'post', factsVersion, reason });
  }

  @Mutation(() => TieOutDifference, {
    description:
      'Reverses in the loan system what should not be posted there, once; if the loan system has already reversed it, Tributary records the reversal. The difference stays open until the next comparison no longer finds it. Repeatable, audited. For operators, not viewers.',
  })
  reverseTieOutDifference(
    @Arg('id', () => ID, { description: 'The difference.' }) id: string,
    @Arg('factsVersion', () => String, { description: FACTS_VERSION }) factsVersion: string,
    @Arg('reason', () => String, { description: REASON }) reason: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<TieOutDifference> {
    return this.sources.acts.act(principal, id, { kind: 'reverse', factsVersion, reason });
  }
}
