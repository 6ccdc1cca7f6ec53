import { Field, ID, ObjectType } from 'type-graphql';
import { SafeInt } from '../../../../core/graphql/scalars.js';
import { CampaignEventTypeEnum } from './campaign-event-enums.js';

@ObjectType({ description: 'Events of one type; those of scanners and prefetchers are counted separately.' })
export class CampaignEventCount {
  @Field(() => CampaignEventTypeEnum, { description: 'What happened.' })
  eventType!: string;

  @Field(() => SafeInt, { description: 'Of people.' })
  events!: number;

  @Field(() => SafeInt, { description: 'Distinct recipients of these events.' })
  uniqueRecipients!: number;

  @Field(() => SafeInt, { description: 'Events of scanners and prefetches.' })
  machineEvents!: number;

  @Field(() => SafeInt, { description: 'Recipients with such events, each once.' })
  machineUniqueRecipients!: number;
}

@ObjectType({ description: 'Engagement counts of a campaign.' })
export class CampaignStats {
  @Field(() => ID, { description: 'The campaign it belongs to.' })
  campaignId!: string;

  @Field(() => [CampaignEventCount], { description: 'Every type, including those without events.' })
  counts!: readonly CampaignEventCount[];
}
