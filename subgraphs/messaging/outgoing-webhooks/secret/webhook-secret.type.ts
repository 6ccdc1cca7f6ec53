import { Field, ObjectType } from 'type-graphql';
import { EmailProviderEnum } from '../../provider-events/campaign-event/campaign-event-enums.js';

@ObjectType({
  description: 'A secret that verifies webhook calls of an email provider. Its value is never shown.',
})
export class WebhookSecret {
  @Field(() => EmailProviderEnum, { description: 'The provider whose calls it verifies.' })
  provider!: string;

  @Field(() => String, { description: 'The configuration variable that holds it.' })
  variable!: string;

  @Field(() => Boolean, { description: 'Whether it is set; if not, the provider’s calls need a bearer token.' })
  isConfigured!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Distinguishes values, within this installation only; null if none is set.',
  })
  fingerprint!: string | null;
}
