import { Directive, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/keyset.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import type { IsoInstant } from '../../../../core/time/dates.js';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'What an email is made from; subject and bodies are Liquid.' })
export class EmailTemplate {
  @Field(() => ID, { description: 'Identifies it, everywhere in this API.' })
  id!: string;

  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The workspace that it belongs to.' })
  workspaceId!: string;

  @Field(() => String, { description: 'What people call it.' })
  name!: string;

  @Field(() => String, { description: 'The subject, a Liquid template.' })
  subjectTemplate!: string;

  @Field(() => String, { nullable: true, description: 'What it is for.' })
  description!: string | null;

  @Field(() => String, { nullable: true, description: 'Values in it are HTML-escaped when it is rendered.' })
  htmlTemplate!: string | null;

  @Field(() => String, { nullable: true, description: 'The text part, a Liquid template.' })
  textTemplate!: string | null;

  @Field(() => IsoInstantScalar, { description: 'When it was made.' })
  createdAt!: IsoInstant;
}

export const EmailTemplatePage = pageOf(EmailTemplate, 'A page of email templates.');
export type EmailTemplatePage = Page<EmailTemplate>;

@InputType({ description: 'A template to be made.' })
export class CreateEmailTemplateInput {
  @Field(() => ID, { description: 'The workspace that it belongs to.' })
  workspaceId!: string;

  @Field(() => String, { description: 'What people call it.' })
  name!: string;

  @Field(() => String, { description: 'Liquid.' })
  subjectTemplate!: string;

  @Field(() => String, { nullable: true, description: 'What it is for.' })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'Liquid.' })
  htmlTemplate?: string | null;

  @Field(() => String, { nullable: true, description: 'Liquid.' })
  textTemplate?: string | null;
}

@InputType({ description: 'What is left out stays, and so does what cannot be null and is sent as null.' })
export class UpdateEmailTemplateInput {
  @Field(() => ID, { nullable: true, description: 'Moves the template to another workspace.' })
  workspaceId?: string | null;

  @Field(() => String, { nullable: true, description: 'What people call it.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'The subject, a Liquid template.' })
  subjectTemplate?: string | null;

  @Field(() => String, { nullable: true, description: 'Null takes the description away.' })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'Null takes the HTML body away.' })
  htmlTemplate?: string | null;

  @Field(() => String, { nullable: true, description: 'Null takes the text body away.' })
  textTemplate?: string | null;
}
