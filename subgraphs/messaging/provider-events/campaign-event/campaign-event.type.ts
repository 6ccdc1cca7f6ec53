import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import type { CampaignEventType } from '../../../../core/contract/campaign-event.js';
import { IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import { BounceTypeEnum, CampaignEventTypeEnum, EmailProviderEnum } from './campaign-event-enums.js';

@ObjectType({ description: 'An engagement event of a campaign’s email, as reported by its provider.' })
export class CampaignEvent {
  @Field(() => ID, { description: 'Unique id.' })
  id!: string;

  @Field(() => ID, { description: 'The workspace it belongs to.' })
  workspaceId!: string;

  @Field(() => ID, { description: 'The campaign it belongs to.' })
  campaignId!: string;

  @Field(() => CampaignEventTypeEnum, { description: 'What happened.' })
  eventType!: string;

  @Field(() => BounceTypeEnum, {
    nullable: true,
    description: 'Only for bounces; null when the provider does not say.',
  })
  bounceType!: string | null;

  @Field(() => String, { description: 'The recipient’s address. An operator needs the role agent.' })
  recipient!: string;

  @Field(() => String, { nullable: true, description: 'The clicked link. Untrusted text: it may have any scheme.' })
  url!: string | null;

  @Field(() => IsoInstantScalar, { description: 'When it happened, according to the provider.' })
  occurredAt!: string;

  @Field(() => EmailProviderEnum, { description: 'The email provider.' })
  provider!: string;

  @Field(() => String, { nullable: true, description: 'The provider’s id of the message.' })
  providerMessageId!: string | null;

  @Field(() => Boolean, { description: 'Opened or clicked by a scanner or a prefetcher, not by a person.' })
  isMachine!: boolean;
}

@ObjectType({ description: 'The position of a page.' })
export class NumberedPageInfo {
  @Field(() => Int, { description: 'The number of this page, from 1.' })
  page!: number;

  @Field(() => Int, { description: 'Rows of a full page.' })
  pageSize!: number;

  @Field(() => SafeInt, { description: 'Rows of all pages.' })
  totalItems!: number;

  @Field(() => SafeInt, { description: 'Number of pages.' })
  totalPages!: number;

  @Field(() => String, {
    nullable: true,
    description:
      '`cursor` of the next page; null at the end. Cursors never repeat a row; by page number, rows that arrive between requests shift others to the next page.',
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

  @Field(() => Int, { nullable: true, description: 'From 1; default 1.' })
  page?: number | null;

  @Field(() => Int, { nullable: true, description: '1 to 200; default 50.' })
  pageSize?: number | null;

  @Field(() => String, {
    nullable: true,
    description: '`nextCursor` of the previous page, with the same filters. It replaces `page`.',
  })
  cursor?: string | null;
}
