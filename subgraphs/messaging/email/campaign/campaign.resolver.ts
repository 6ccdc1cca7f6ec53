import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { EmailProviderCode } from '../../../../core/contract/campaign-event.js';
import { snakeCased } from '../../../../core/contract/case-conversion.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { EmailProviderEnum } from '../../provider-events/campaign-event/campaign-event-enums.js';
import type { CampaignStatsService } from '../../provider-events/campaign-event/campaign-stats.service.js';
import { CampaignStats } from '../../provider-events/campaign-event/campaign-stats.type.js';
import { WorkspaceListArguments } from '../workspace/workspace-contents-list-arguments.js';
import type { CampaignService } from './campaign.service.js';
import { Campaign, CampaignPage, RegisterCampaignInput, UpdateCampaignInput } from './campaign.type.js';

@Resolver(() => Campaign)
export class CampaignResolver {
  constructor(
    private readonly campaignService: CampaignService,
    private readonly stats: CampaignStatsService,
  ) {}

  @Query(() => Campaign, { description: 'A campaign in the key’s scope.' })
  campaign(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<Campaign> {
    return this.campaignService.one(principal, id);
  }

  @Query(() => CampaignPage, { description: 'Campaigns in the key’s scope, newest first.' })
  campaigns(
    @Args(() => WorkspaceListArguments) request: WorkspaceListArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<CampaignPage> {
    return this.campaignService.list(principal, request);
  }

  @Query(() => CampaignStats, { description: 'The engagement events of a campaign.' })
  campaignStats(
    @Arg('campaignId', () => ID, { description: 'The campaign.' }) campaignId: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<CampaignStats> {
    return this.stats.of(principal, campaignId);
  }

  @Mutation(() => Campaign, {
    description: 'Registers a campaign and immediately matches its earlier events.',
  })
  registerCampaign(
    @Arg('input', () => RegisterCampaignInput, { description: 'What is to be written.' }) input: RegisterCampaignInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<Campaign> {
    return this.campaignService.register(principal, snakeCased(input));
  }

  @Mutation(() => Campaign, {
    description: 'Changes a campaign and matches earlier events of its new identifiers.',
  })
  updateCampaign(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Arg('input', () => UpdateCampaignInput, { description: 'What is to be written.' }) input: UpdateCampaignInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<Campaign> {
    return this.campaignService.update(principal, id, input);
  }

  @Mutation(() => Campaign, {
    description: 'Releases an identifier from the campaign that has it, and returns that campaign.',
  })
  releaseCampaignIdentifier(
    @Arg('provider', () => EmailProviderEnum, { description: 'Whose identifier it is.' })
    provider: EmailProviderCode,
    @Arg('identifier', () => String, { description: 'As the provider writes it on its events.' }) identifier: string,
    @Arg('organizationId', () => ID, {
      nullable: true,
      description: 'Its organization; required if several organizations in scope have the identifier.',
    })
    organizationId: string | null | undefined,
    @Ctx() { principal }: GraphContext,
  ): Promise<Campaign> {
    return this.campaignService.releaseIdentifier(principal, { provider, identifier, organizationId });
  }

  @Mutation(() => Campaign, {
    description:
      'Assigns an identifier to one organization for calls to the shared webhook address; repeatable, audited. For operators of all organizations.',
  })
  approveCampaignIdentifier(
    @Arg('organizationId', () => ID, { description: 'Gets the identifier, even if others have registered it too.' })
    organizationId: string,
    @Arg('provider', () => EmailProviderEnum, { description: 'Whose identifier it is.' })
    provider: EmailProviderCode,
    @Arg('identifier', () => String, { description: 'As the provider writes it on its events.' }) identifier: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<Campaign> {
    return this.campaignService.approveIdentifier(principal, { provider, identifier, organizationId });
  }
}
