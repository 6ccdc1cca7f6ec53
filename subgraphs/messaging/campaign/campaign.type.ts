import { Directive, Field, ID, InputType, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../core/graphql/page.js';
import { IsoInstantScalar } from '../../../core/graphql/scalars.js';
import { EmailProviderEnum } from '../campaign-event/enums.js';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A campaign that an email provider runs.' })
export class Campaign {
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  organizationId!: string;

  @Field(() => ID)
  workspaceId!: string;

  @Field(() => String)
  name!: string;

  @Field(() => EmailProviderEnum)
  provider!: string;

  @Field(() => [String], { description: 'What the provider calls it; an event that carries any of them is its own.' })
  identifiers!: readonly string[];

  @Field(() => IsoInstantScalar)
  createdAt!: string;
}

@ObjectType()
export class CampaignPage {
  @Field(() => [Campaign])
  items!: readonly Campaign[];

  @Field(() => PageInfo)
  page!: PageInfo;
}

@InputType()
export class RegisterCampaignInput {
  @Field(() => ID)
  workspaceId!: string;

  @Field(() => String)
  name!: string;

  @Field(() => EmailProviderEnum)
  provider!: string;

  @Field(() => [String], { description: 'The provider’s own identifiers: 1 to 50, each of one campaign only.' })
  identifiers!: readonly string[];
}
