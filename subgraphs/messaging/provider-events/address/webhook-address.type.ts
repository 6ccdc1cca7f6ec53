import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { EmailProviderCode } from '../../../../core/contract/campaign-event.js';
import type { Page } from '../../../../core/db/keyset.js';
import { REPLAYED } from '../../../../core/graphql/optional-key.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { EmailProviderEnum } from '../campaign-event/enums.js';

@ObjectType({ description: 'An address of an organization’s own that an email provider posts to.' })
export class WebhookAddress {
  @Field(() => ID, { description: 'Unique id.' })
  id!: string;

  @Field(() => ID, { description: 'The organization it belongs to.' })
  organizationId!: string;

  @Field(() => EmailProviderEnum, { description: 'Who posts there.' })
  provider!: EmailProviderCode;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => String, { description: 'What the provider is told, behind the base address.' })
  path!: string;

  @Field(() => String, { description: 'Who made it.' })
  createdBy!: string;

  @Field(() => IsoInstantScalar, { description: 'When it was created.' })
  createdAt!: string;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'Since when it takes nothing any more.' })
  endedAt!: string | null;
}

export const WebhookAddressPage = pageOf(WebhookAddress, 'A page of webhook addresses.');
export type WebhookAddressPage = Page<WebhookAddress>;

@InputType({ description: 'An address to be made.' })
export class CreateWebhookAddressInput {
  @Field(() => ID, { description: 'Whose address it is.' })
  organizationId!: string;

  @Field(() => EmailProviderEnum, { description: 'Who posts there.' })
  provider!: EmailProviderCode;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Of SendGrid, and only there: its verification key.' })
  publicKey?: string | null;

  @Field(() => String, { nullable: true, description: 'Of Mailgun, and only there: its HTTP webhook signing key.' })
  signingKey?: string | null;
}

@ObjectType({ description: 'An address that was made, with what was made for it: shown this once.' })
export class MadeWebhookAddress {
  @Field(() => WebhookAddress, { description: 'The address.' })
  address!: WebhookAddress;

  @Field(() => String, { nullable: true, description: 'Of Postmark: what its Basic credentials begin with.' })
  username!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Postmark’s password, or the generic `whsec_…`; null where the secret was given, and in a replay where it cannot be read back.',
  })
  secret!: string | null;

  @Field(() => String, { nullable: true, description: 'What to do where a replay cannot show the secret again.' })
  hint!: string | null;

  @Field(() => Boolean, REPLAYED)
  replayed!: boolean;
}
