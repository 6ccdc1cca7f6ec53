import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'An email template rendered with its workspace’s values and sample data.' })
export class EmailPreview {
  @Field(() => String, { description: 'One line.' })
  subject!: string;

  @Field(() => String, { nullable: true, description: 'The HTML part, filled in; null without one.' })
  html!: string | null;

  @Field(() => String, { nullable: true, description: 'The text part, filled in; null without one.' })
  text!: string | null;

  @Field(() => [String], { description: 'Placeholders of the template without a value.' })
  unfilled!: readonly string[];

  @Field(() => Boolean, { description: 'Whether a part was too long for a preview and was cut.' })
  truncated!: boolean;
}
