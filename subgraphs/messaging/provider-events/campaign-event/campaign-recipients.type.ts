import { Field, ID, ObjectType } from 'type-graphql';
import type { CampaignEventType } from '../../../../core/contract/campaign-event.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import { CampaignEventTypeEnum } from './campaign-event-enums.js';

@ObjectType({ description: 'A recipient with events of one type, as `CampaignStats` counts them.' })
export class CampaignRecipient {
  @Field(() => ID, { description: 'The first of these events.' })
  id!: string;

  @Field(() => String, { description: 'The recipient’s address, masked: `a•••@example.com`.' })
  maskedRecipient!: string;

  @Field(() => SafeInt, { description: 'How many events of the type.' })
  events!: number;

  @Field(() => IsoInstantScalar, { description: 'The earliest of them.' })
  firstAt!: string;

  @Field(() => IsoInstantScalar, { description: 'The latest of them.' })
  lastAt!: string;

  @Field(() => Boolean, { nullable: true, description: 'For bounces: whether one was hard; null if no type is known.' })
  isHardBounce!: boolean | null;
}

export const CampaignRecipientPage = pageOf(CampaignRecipient, 'A page of recipients.');
export type CampaignRecipientPage = Page<CampaignRecipient>;

@PagedArgs()
export class CampaignRecipientArguments extends PageArguments {
  @Field(() => ID, { description: 'The campaign.' })
  campaignId!: string;

  @Field(() => CampaignEventTypeEnum, { description: 'What happened.' })
  eventType!: CampaignEventType;

  @Field(() => Boolean, { defaultValue: false, description: 'Events of scanners and prefetchers, or those of people.' })
  isMachine!: boolean;
}
