import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { requireContactRole } from '../../../../core/principal/require-contact-role.js';
import type { CampaignEventRow } from './campaign-event.reads.store.js';
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

  @FieldResolver(() => String)
  recipient(@Root() event: CampaignEventRow, @Ctx() { principal }: GraphContext): string {
    requireContactRole(principal, event);
    return event.recipient;
  }
}
