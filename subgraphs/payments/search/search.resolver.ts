import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import { Account } from '../account/account.type.js';
import { MOST_FOUND } from './search.reads.store.js';
import type { PaymentSearchService } from './search.service.js';
import { PaymentSearchArguments, PaymentSearchHit } from './search.type.js';

@Resolver(() => PaymentSearchHit)
export class PaymentSearchResolver {
  constructor(private readonly search: PaymentSearchService) {}

  @Query(() => [PaymentSearchHit], {
    description: `Finds payments, charges, schedules, disputes and stored instruments by exact values: at most ${MOST_FOUND}, the most certain first.`,
  })
  async searchPayments(
    @Args(() => PaymentSearchArguments) request: PaymentSearchArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<PaymentSearchHit[]> {
    return [...(await this.search.find(principal, request))];
  }

  @FieldResolver(() => Account, { nullable: true, description: 'The loan that it belongs to.' })
  account(@Root() { accountId }: PaymentSearchHit): Account | null {
    return accountId === null ? null : { id: accountId };
  }
}
