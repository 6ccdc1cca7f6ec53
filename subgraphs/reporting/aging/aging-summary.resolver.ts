import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { Database } from '../../../core/db/database.js';
import type { GraphContext } from '../../../core/graphql/context.js';
import { IsoDateScalar } from '../../../core/graphql/scalars.js';
import type { Clock } from '../../../core/time/clock.js';
import { agingSummary } from './aging-summary.service.js';
import { AgingBucket } from './aging-summary.type.js';

@Resolver()
export class AgingSummaryResolver {
  readonly #parts: { readonly db: Database; readonly clock: Clock };

  constructor(parts: { readonly db: Database; readonly clock: Clock }) {
    this.#parts = parts;
  }

  @Query(() => [AgingBucket], {
    description:
      'The open accounts on a day by how old what they owe is: the aged balance with the same arguments, summed up.',
  })
  agingSummary(
    @Ctx() { principal }: GraphContext,
    @Arg('asOf', () => IsoDateScalar, {
      nullable: true,
      description: 'The day; without it, and for later ones, today (New York), with all that is booked.',
    })
    asOf?: string | null,
    @Arg('organizationId', () => ID, {
      nullable: true,
      description: 'One organization of the allowlist; without it all of them.',
    })
    organizationId?: string | null,
  ): Promise<readonly AgingBucket[]> {
    return agingSummary(this.#parts, principal, asOf, organizationId);
  }
}
