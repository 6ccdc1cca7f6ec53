import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { IsoInstantScalar, SafeInt } from '../../../core/graphql/scalars.js';
import { BounceTypeEnum, CampaignEventTypeEnum, EmailProviderEnum } from './enums.js';

@ObjectType({ description: 'What a recipient did with an email of a campaign, as its provider told us.' })
export class CampaignEvent {
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  workspaceId!: string;

  @Field(() => ID)
  campaignId!: string;

  @Field(() => CampaignEventTypeEnum)
  eventType!: string;

  @Field(() => BounceTypeEnum, {
    nullable: true,
    description: 'Only of a bounce, and null when the provider does not say.',
  })
  bounceType!: string | null;

  @Field(() => String)
  recipient!: string;

  @Field(() => String, { nullable: true, description: 'What was clicked. Outside text: it may be any scheme.' })
  url!: string | null;

  @Field(() => IsoInstantScalar)
  occurredAt!: string;

  @Field(() => EmailProviderEnum)
  provider!: string;

  @Field(() => String, { nullable: true })
  providerMessageId!: string | null;

  @Field(() => Boolean, { description: 'Opened or clicked by a scanner or a prefetcher, not by a person.' })
  isMachine!: boolean;
}

@ObjectType({ description: 'Where a numbered page stands.' })
export class NumberedPageInfo {
  @Field(() => Int)
  page!: number;

  @Field(() => Int)
  pageSize!: number;

  @Field(() => SafeInt)
  totalItems!: number;

  @Field(() => SafeInt)
  totalPages!: number;
}

@ObjectType()
export class CampaignEventPage {
  @Field(() => [CampaignEvent])
  items!: readonly CampaignEvent[];

  @Field(() => NumberedPageInfo)
  page!: NumberedPageInfo;
}

@ArgsType()
export class CampaignEventArguments {
  @Field(() => ID)
  workspaceId!: string;

  @Field(() => CampaignEventTypeEnum, { nullable: true })
  eventType?: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'Only later events.' })
  after?: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'Only earlier events.' })
  before?: string | null;

  @Field(() => Int, { nullable: true, description: 'From 1; 1 without it.' })
  page?: number | null;

  @Field(() => Int, { nullable: true, description: '1 to 200; 50 without it.' })
  pageSize?: number | null;
}
