import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { EmailProviderCode } from '../../../../core/contract/campaign-event.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { REPLAYED } from '../../../../core/graphql/optional-idempotency-key.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { OwnedByOrganization } from '../../owned-by-organization-or-workspace.type.js';
import { EmailProviderEnum } from '../campaign-event/campaign-event-enums.js';

@ObjectType({ description: 'An organization’s own webhook address for one email provider.' })
export class WebhookAddress extends OwnedByOrganization {
  @Field(() => EmailProviderEnum, { description: 'The email provider that posts there.' })
  provider!: EmailProviderCode;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => String, { description: 'The path to configure at the provider, after the base address.' })
  path!: string;

  @Field(() => String, { description: 'Who created it.' })
  createdBy!: string;

  @Field(() => IsoInstantScalar, { description: 'When it was created.' })
  createdAt!: string;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was revoked.' })
  endedAt!: string | null;
}

export const WebhookAddressPage = pageOf(WebhookAddress, 'A page of webhook addresses.');
export type WebhookAddressPage = Page<WebhookAddress>;

@InputType({ description: 'A new address.' })
export class CreateWebhookAddressInput {
  @Field(() => ID, { description: 'The organization it belongs to.' })
  organizationId!: string;

  @Field(() => EmailProviderEnum, { description: 'The email provider that posts there.' })
  provider!: EmailProviderCode;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'For SendGrid only: its verification key.' })
  publicKey?: string | null;

  @Field(() => String, { nullable: true, description: 'For Mailgun only: its HTTP webhook signing key.' })
  signingKey?: string | null;
}

@ObjectType({ description: 'A new address with its generated secrets, shown only once.' })
export class MadeWebhookAddress {
  @Field(() => WebhookAddress, { description: 'The address.' })
  address!: WebhookAddress;

  @Field(() => String, { nullable: true, description: 'For Postmark: the user name of its Basic credentials.' })
  username!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Postmark’s password, or the generic `whsec_…`; null if you supplied the secret, and in a replay that cannot read it back.',
  })
  secret!: string | null;

  @Field(() => String, { nullable: true, description: 'What to do if a replay cannot show the secret again.' })
  hint!: string | null;

  @Field(() => Boolean, REPLAYED)
  replayed!: boolean;
}
