import { registerEnumType } from 'type-graphql';
import {
  BOUNCE_TYPES,
  CAMPAIGN_EVENT_TYPES,
  EMAIL_EVENT_TYPES,
  EMAIL_PROVIDERS,
} from '../../../core/contract/campaign-event.js';

export const CampaignEventTypeEnum = enumOf(CAMPAIGN_EVENT_TYPES);
export const EmailEventTypeEnum = enumOf(EMAIL_EVENT_TYPES);
export const BounceTypeEnum = enumOf(BOUNCE_TYPES);
export const EmailProviderEnum = enumOf(EMAIL_PROVIDERS);

registerEnumType(CampaignEventTypeEnum, { name: 'CampaignEventType', description: 'What a recipient did (spec 6.2).' });
registerEnumType(EmailEventTypeEnum, {
  name: 'EmailEventType',
  description: 'What a provider tells: what a recipient did, or complained of.',
});
registerEnumType(BounceTypeEnum, { name: 'BounceType', description: 'hard: the address is no good; soft: not now.' });
registerEnumType(EmailProviderEnum, {
  name: 'EmailProvider',
  description: 'Who sends the emails; generic: anybody who speaks our own format.',
});

function enumOf<V extends string>(values: readonly V[]): Readonly<Record<string, V>> {
  return Object.fromEntries(values.map((value) => [value, value]));
}
