import { Field, ID, ObjectType } from 'type-graphql';
import { SafeInt } from '../../../../core/graphql/scalars.js';
import { CampaignEventTypeEnum } from './enums.js';

@ObjectType({ description: 'Events of one type; those of scanners and prefetchers are counted apart.' })
export class CampaignEventCount {
  @Field(() => CampaignEventTypeEnum, { description: 'What happened.' })
  eventType!: string;

  @Field(() => SafeInt, { description: 'Of people.' })
  events!: number;

  @Field(() => SafeInt, { description: 'Addresses that they came from.' })
  uniqueRecipients!: number;

  @Field(() => SafeInt, { description: 'Events of scanners and prefetches.' })
  machineEvents!: number;

  @Field(() => SafeInt, { description: 'Recipients with such events, each once.' })
  machineUniqueRecipients!: number;
}

@ObjectType({ description: 'What recipients did with a campaign.' })
export class CampaignStats {
  @Field(() => ID, { description: 'The campaign that it belongs to.' })
  campaignId!: string;

  @Field(() => [CampaignEventCount], { description: 'Every type, also those that there is no event of.' })
  counts!: readonly CampaignEventCount[];
}
