import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { Database } from '../../../core/db/database.js';
import type { GraphContext } from '../../../core/graphql/context.js';
import { IsoDateScalar } from '../../../core/graphql/scalars.js';
import type { Clock } from '../../../core/time/clock.js';
import { agingSummary } from './aging-summary.service.js';
import { AgingBucket } from './aging-summary.type.js';

@Resolver()
export class AgingSummaryResolver {
  constructor(private readonly parts: { readonly db: Database; readonly clock: Clock }) {}

  @Query(() => [AgingBucket], {
    description:
      'Open accounts on a day by age of their past-due balance: the sums of the aged balance report with the same arguments.',
  })
  agingSummary(
    @Ctx() { principal }: GraphContext,
    @Arg('asOf', () => IsoDateScalar, {
      nullable: true,
      description: 'The day; by default, and for later days, today (New York) with all entries booked so far.',
    })
    asOf?: string | null,
    @Arg('organizationId', () => ID, {
      nullable: true,
      description: 'One organization in scope; default: all.',
    })
    organizationId?: string | null,
  ): Promise<readonly AgingBucket[]> {
    return agingSummary(this.parts, principal, asOf, organizationId);
  }
}
