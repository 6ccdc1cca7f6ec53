import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { ListTotals } from '../../../../core/graphql/list-totals.type.js';
import { Account } from '../../account/account.type.js';
import { AutopayRun } from '../../autopay/run/autopay-run.type.js';
import { type DisputeService, LATEST_DISPUTES } from './dispute.service.js';
import { AutopayCorrection, Dispute, DisputeArguments, DisputeFilters, DisputePage } from './dispute.type.js';

@Resolver(() => Dispute)
export class DisputeResolver {
  constructor(private readonly service: DisputeService) {}

  @Query(() => Dispute, { description: 'One dispute. Needs `autopay:read`.' })
  dispute(
    @Arg('id', () => ID, { description: 'The dispute’s id.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<Dispute> {
    return this.service.one(principal, id);
  }

  @Query(() => DisputePage, { description: 'Disputes, latest opened first. Needs `autopay:read`.' })
  disputes(
    @Args(() => DisputeArguments) request: DisputeArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<DisputePage> {
    return this.service.list(principal, request);
  }

  @Query(() => ListTotals, {
    description:
      'Number and sums of all disputes that match; those whose money is withheld count. Needs `autopay:read`.',
  })
  disputeTotals(
    @Args(() => DisputeFilters) request: DisputeFilters,
    @Ctx() { principal }: GraphContext,
  ): Promise<ListTotals> {
    return this.service.totals(principal, request);
  }

  @FieldResolver(() => Account, { nullable: true, description: 'The account that the charge was for.' })
  account(@Root() { accountId }: Dispute): Account | null {
    return accountId === null ? null : { id: accountId };
  }
}

type Of<T> = (id: string, context: GraphContext) => Promise<readonly T[]>;

@Resolver(() => AutopayRun)
export class RunReturnsResolver {
  constructor(
    private readonly disputesOf: Of<Dispute>,
    private readonly correctionsOf: Of<AutopayCorrection>,
  ) {}

  @FieldResolver(() => [Dispute], { nullable: true, description: 'Disputes of its charge.' })
  disputes(@Root() { id }: AutopayRun, @Ctx() context: GraphContext): Promise<readonly Dispute[]> {
    return this.disputesOf(id, context);
  }

  @FieldResolver(() => [AutopayCorrection], {
    nullable: true,
    description: 'How its posting was reversed and posted again since. For operators.',
  })
  corrections(@Root() { id }: AutopayRun, @Ctx() context: GraphContext): Promise<readonly AutopayCorrection[]> {
    return this.correctionsOf(id, context);
  }
}

@Resolver(() => Account)
export class AccountDisputesResolver {
  constructor(private readonly disputesOf: Of<Dispute>) {}

  @FieldResolver(() => [Dispute], {
    nullable: true,
    description: `The latest ${LATEST_DISPUTES} disputes of charges for it. Needs \`autopay:read\`.`,
  })
  disputes(@Root() { id }: Account, @Ctx() context: GraphContext): Promise<readonly Dispute[]> {
    return this.disputesOf(id, context);
  }
}
