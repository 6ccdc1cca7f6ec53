import { Directive, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import type { IsoInstant } from '../../../../core/time/dates.js';
import { OwnedByWorkspace } from '../../owned-by-organization-or-workspace.type.js';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'The template of an email; subject and bodies are Liquid.' })
export class EmailTemplate extends OwnedByWorkspace {
  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => String, { description: 'The subject, a Liquid template.' })
  subjectTemplate!: string;

  @Field(() => String, { nullable: true, description: 'Purpose.' })
  description!: string | null;

  @Field(() => String, { nullable: true, description: 'Rendering HTML-escapes values in it.' })
  htmlTemplate!: string | null;

  @Field(() => String, { nullable: true, description: 'The text part, a Liquid template.' })
  textTemplate!: string | null;

  @Field(() => IsoInstantScalar, { description: 'When it was created.' })
  createdAt!: IsoInstant;
}

export const EmailTemplatePage = pageOf(EmailTemplate, 'A page of email templates.');
export type EmailTemplatePage = Page<EmailTemplate>;

@InputType({ description: 'A new template.' })
export class CreateEmailTemplateInput {
  @Field(() => ID, { description: 'The workspace it belongs to.' })
  workspaceId!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => String, { description: 'Liquid.' })
  subjectTemplate!: string;

  @Field(() => String, { nullable: true, description: 'Purpose.' })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'Liquid.' })
  htmlTemplate?: string | null;

  @Field(() => String, { nullable: true, description: 'Liquid.' })
  textTemplate?: string | null;
}

@InputType({ description: 'Omitted fields keep their values, and so do fields sent as null that cannot be null.' })
export class UpdateEmailTemplateInput {
  @Field(() => ID, { nullable: true, description: 'Moves the template to another workspace.' })
  workspaceId?: string | null;

  @Field(() => String, { nullable: true, description: 'Display name.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'The subject, a Liquid template.' })
  subjectTemplate?: string | null;

  @Field(() => String, { nullable: true, description: 'Null removes the description.' })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'Null removes the HTML body.' })
  htmlTemplate?: string | null;

  @Field(() => String, { nullable: true, description: 'Null removes the text body.' })
  textTemplate?: string | null;
}
