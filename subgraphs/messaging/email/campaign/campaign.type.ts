import { Directive, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/keyset.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { EmailProviderEnum } from '../../provider-events/campaign-event/enums.js';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A campaign that an email provider runs.' })
export class Campaign {
  @Field(() => ID, { description: 'Identifies it, everywhere in this API.' })
  id!: string;

  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The workspace that it belongs to.' })
  workspaceId!: string;

  @Field(() => String, { description: 'What people call it.' })
  name!: string;

  @Field(() => EmailProviderEnum, { description: 'The email provider.' })
  provider!: string;

  @Field(() => [String], { description: 'What the provider calls it; an event that carries any of them is its own.' })
  identifiers!: readonly string[];

  @Field(() => [String], {
    description: 'Those of them that calls to the address of everybody do not match until an operator approves them.',
  })
  unapprovedIdentifiers!: readonly string[];

  @Field(() => IsoInstantScalar, { description: 'When it was made.' })
  createdAt!: string;
}

export const CampaignPage = pageOf(Campaign, 'A page of campaigns.');
export type CampaignPage = Page<Campaign>;

@InputType({ description: 'What is to be different; what is left out stays.' })
export class UpdateCampaignInput {
  @Field(() => String, { nullable: true, description: 'What people call it.' })
  name?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'All that it is to have from now on: 1 to 50. Events that were stored stay where they are.',
  })
  identifiers?: readonly string[] | null;
}

@InputType({ description: 'A campaign whose events shall find their workspace.' })
export class RegisterCampaignInput {
  @Field(() => ID, { description: 'The workspace that it belongs to.' })
  workspaceId!: string;

  @Field(() => String, { description: 'What people call it.' })
  name!: string;

  @Field(() => EmailProviderEnum, { description: 'The email provider.' })
  provider!: string;

  @Field(() => [String], {
    description: 'The provider’s own identifiers: 1 to 50, each of one campaign of the organization only.',
  })
  identifiers!: readonly string[];
}
