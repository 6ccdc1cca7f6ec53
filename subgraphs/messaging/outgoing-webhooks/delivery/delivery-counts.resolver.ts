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
    description: 'Number of webhook deliveries to enabled endpoints that were not made yet. For operators.',
  })
  async webhookDeliveryCounts(
    @Ctx() { principal }: GraphContext,
    @Arg('organizationId', () => ID, {
      nullable: true,
      description: 'One organization in scope; without it all that are no sandboxes.',
    })
    organizationId?: string | null,
  ): Promise<WebhookDeliveryCounts> {
    requireRole(principal, 'viewer');
    const caller = limitToOrganization(principal, organizationId);
    const { waiting, retrying, oldestAt } = (await this.parts.db.first(caller, waitingDeliveries, {})) ?? NONE;
    const isExact = waiting <= MOST_DELIVERIES;
    return {
      waiting: Math.min(waiting, MOST_DELIVERIES),
      retrying: Math.min(retrying, MOST_DELIVERIES),
      oldestAt: isExact ? oldestAt : null,
      isExact,
    };
  }
}
