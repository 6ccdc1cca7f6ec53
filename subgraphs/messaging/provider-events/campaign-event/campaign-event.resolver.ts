import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { CampaignEventService } from './campaign-event.service.js';
import { CampaignEvent, CampaignEventArguments, CampaignEventPage } from './campaign-event.type.js';

@Resolver(() => CampaignEvent)
export class CampaignEventResolver {
  constructor(private readonly events: CampaignEventService) {}

  @Query(() => CampaignEventPage, { description: 'Events of a workspace, latest first.' })
  campaignEvents(
    @Args(() => CampaignEventArguments) request: CampaignEventArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<CampaignEventPage> {
    return this.events.list(principal, request);
  }
}
