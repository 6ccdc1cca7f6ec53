import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { CampaignRecipientsService } from './campaign-recipients.service.js';
import { CampaignRecipient, CampaignRecipientArguments, CampaignRecipientPage } from './campaign-recipients.type.js';

@Resolver(() => CampaignRecipient)
export class CampaignRecipientsResolver {
  constructor(private readonly recipients: CampaignRecipientsService) {}

  @Query(() => CampaignRecipientPage, {
    description:
      'The recipients behind a count of `campaignStats`, with masked addresses, in the order of the addresses.',
  })
  campaignRecipients(
    @Args(() => CampaignRecipientArguments) request: CampaignRecipientArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<CampaignRecipientPage> {
    return this.recipients.list(principal, request);
  }
}
