import { Field, ObjectType } from 'type-graphql';
import { EmailProviderEnum } from '../../provider-events/campaign-event/enums.js';

@ObjectType({
  description: 'A secret by which webhook calls of an email provider are verified. Its value is shown nowhere.',
})
export class WebhookSecret {
  @Field(() => EmailProviderEnum, { description: 'Whose calls it verifies.' })
  provider!: string;

  @Field(() => String, { description: 'The configuration variable that holds it.' })
  variable!: string;

  @Field(() => Boolean, { description: 'Whether it is set; if not, the provider’s calls need a bearer token.' })
  isConfigured!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Tells one value from another, in this installation only; null where none is set.',
  })
  fingerprint!: string | null;
}
