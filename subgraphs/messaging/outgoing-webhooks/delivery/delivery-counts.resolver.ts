import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { limitToOrganization, requireRole } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { MOST_DELIVERIES, waitingDeliveries } from './delivery-counts.reads.store.js';
import { WebhookDeliveryCounts } from './delivery-counts.type.js';

const NONE = { waiting: 0, retrying: 0, oldestAt: null };

@Resolver(() => WebhookDeliveryCounts)
export class DeliveryCountsResolver {
  constructor(private readonly parts: Pick<ServiceParts, 'db'>) {}

  @Query(() => WebhookDeliveryCounts, {
    description: 'Number of webhook deliveries that were not made yet. For operators.',
  })
  async webhookDeliveryCounts(
    @Ctx() { principal }: GraphContext,
    @Arg('organizationId', () => ID, {
      nullable: true,
      description: 'One organization in scope; without it all of them.',
    })
    organizationId?: string | null,
  ): Promise<WebhookDeliveryCounts> {
    requireRole(principal, 'viewer');
    const caller = limitToOrganization(principal, organizationId);
    const { waiting, retrying, oldestAt } = (await this.parts.db.first(caller, waitingDeliveries, {})) ?? NONE;
    return { waiting: Math.min(waiting, MOST_DELIVERIES), retrying, oldestAt, isExact: waiting <= MOST_DELIVERIES };
  }
}
