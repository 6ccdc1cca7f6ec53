import { Directive, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { IsoInstant } from '../../../core/dates.js';
import { PageInfo } from '../../../core/graphql/page.js';
import { IsoInstantScalar } from '../../../core/graphql/scalars.js';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'What an email is made from; subject and bodies are Liquid (spec 2.10).' })
export class EmailTemplate {
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  organizationId!: string;

  @Field(() => ID)
  workspaceId!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String)
  subjectTemplate!: string;

  @Field(() => String, { nullable: true })
  description!: string | null;

  @Field(() => String, { nullable: true, description: 'Values in it are HTML-escaped when it is rendered.' })
  htmlTemplate!: string | null;

  @Field(() => String, { nullable: true })
  textTemplate!: string | null;

  @Field(() => IsoInstantScalar)
  createdAt!: IsoInstant;
}

@ObjectType()
export class EmailTemplatePage {
  @Field(() => [EmailTemplate])
  items!: readonly EmailTemplate[];

  @Field(() => PageInfo)
  page!: PageInfo;
}

@InputType()
export class CreateEmailTemplateInput {
  @Field(() => ID)
  workspaceId!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { description: 'Liquid.' })
  subjectTemplate!: string;

  @Field(() => String, { nullable: true })
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

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => String, { nullable: true })
  subjectTemplate?: string | null;

  @Field(() => String, { nullable: true, description: 'Null takes the description away.' })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'Null takes the HTML body away.' })
  htmlTemplate?: string | null;

  @Field(() => String, { nullable: true, description: 'Null takes the text body away.' })
  textTemplate?: string | null;
}
