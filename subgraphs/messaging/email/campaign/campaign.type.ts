import { Directive, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { OwnedByWorkspace } from '../../owned-by-organization-or-workspace.type.js';
import { EmailProviderEnum } from '../../provider-events/campaign-event/campaign-event-enums.js';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A campaign at an email provider.' })
export class Campaign extends OwnedByWorkspace {
  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => EmailProviderEnum, { description: 'The email provider.' })
  provider!: string;

  @Field(() => [String], {
    description: 'The provider’s identifiers; an event with any of them belongs to this campaign.',
  })
  identifiers!: readonly string[];

  @Field(() => [String], {
    description: 'Identifiers that do not match calls to the shared webhook address until an operator approves them.',
  })
  unapprovedIdentifiers!: readonly string[];

  @Field(() => IsoInstantScalar, { description: 'When it was created.' })
  createdAt!: string;
}

export const CampaignPage = pageOf(Campaign, 'A page of campaigns.');
export type CampaignPage = Page<Campaign>;

@InputType({ description: 'The fields to change; omitted fields keep their values.' })
export class UpdateCampaignInput {
  @Field(() => String, { nullable: true, description: 'Display name.' })
  name?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'The complete new list: 1 to 50. Stored events stay with the campaign.',
  })
  identifiers?: readonly string[] | null;
}

@InputType({ description: 'A campaign to register, so that its events reach its workspace.' })
export class RegisterCampaignInput {
  @Field(() => ID, { description: 'The workspace it belongs to.' })
  workspaceId!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => EmailProviderEnum, { description: 'The email provider.' })
  provider!: string;

  @Field(() => [String], {
    description: 'The provider’s identifiers: 1 to 50. Two campaigns of an organization cannot share one.',
  })
  identifiers!: readonly string[];
}
