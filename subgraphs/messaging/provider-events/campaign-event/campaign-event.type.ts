import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import type { CampaignEventType } from '../../../../core/contract/campaign-event.js';
import { IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import { BounceTypeEnum, CampaignEventTypeEnum, EmailProviderEnum } from './enums.js';

@ObjectType({ description: 'What a recipient did with an email of a campaign, as its provider told us.' })
export class CampaignEvent {
  @Field(() => ID, { description: 'Unique id.' })
  id!: string;

  @Field(() => ID, { description: 'The workspace it belongs to.' })
  workspaceId!: string;

  @Field(() => ID, { description: 'The campaign that it belongs to.' })
  campaignId!: string;

  @Field(() => CampaignEventTypeEnum, { description: 'What happened.' })
  eventType!: string;

  @Field(() => BounceTypeEnum, {
    nullable: true,
    description: 'Only of a bounce, and null when the provider does not say.',
  })
  bounceType!: string | null;

  @Field(() => String, { description: 'The address that it is about.' })
  recipient!: string;

  @Field(() => String, { nullable: true, description: 'What was clicked. Outside text: it may be any scheme.' })
  url!: string | null;

  @Field(() => IsoInstantScalar, { description: 'When it happened, as the provider tells.' })
  occurredAt!: string;

  @Field(() => EmailProviderEnum, { description: 'The email provider.' })
  provider!: string;

  @Field(() => String, { nullable: true, description: 'What the provider calls the message.' })
  providerMessageId!: string | null;

  @Field(() => Boolean, { description: 'Opened or clicked by a scanner or a prefetcher, not by a person.' })
  isMachine!: boolean;
}

@ObjectType({ description: 'Where a numbered page stands.' })
export class NumberedPageInfo {
  @Field(() => Int, { description: 'The number of this page, from 1.' })
  page!: number;

  @Field(() => Int, { description: 'Rows of a whole page.' })
  pageSize!: number;

  @Field(() => SafeInt, { description: 'Rows of all pages.' })
  totalItems!: number;

  @Field(() => SafeInt, { description: 'How many pages there are.' })
  totalPages!: number;

  @Field(() => String, {
    nullable: true,
    description:
      '`cursor` of the next page; null at the end. From cursor to cursor no row comes twice; by page numbers rows that arrive meanwhile move others to the next page.',
  })
  nextCursor!: string | null;
}

@ObjectType({ description: 'A page of campaign events.' })
export class CampaignEventPage {
  @Field(() => [CampaignEvent], { description: 'The rows of this page.' })
  items!: readonly CampaignEvent[];

  @Field(() => NumberedPageInfo, { description: 'Where this page ends.' })
  page!: NumberedPageInfo;
}

@ArgsType()
export class CampaignEventArguments {
  @Field(() => ID, { description: 'The workspace it belongs to.' })
  workspaceId!: string;

  @Field(() => CampaignEventTypeEnum, { nullable: true, description: 'What happened.' })
  eventType?: CampaignEventType | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'Only later events.' })
  after?: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'Only earlier events.' })
  before?: string | null;

  @Field(() => Int, { nullable: true, description: 'From 1; 1 without it.' })
  page?: number | null;

  @Field(() => Int, { nullable: true, description: '1 to 200; 50 without it.' })
  pageSize?: number | null;

  @Field(() => String, {
    nullable: true,
    description: '`nextCursor` of the page before, with the same filters. It takes the place of `page`.',
  })
  cursor?: string | null;
}
