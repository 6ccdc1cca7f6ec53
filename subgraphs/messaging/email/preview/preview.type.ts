import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'What an email template becomes with its workspace’s values and sample data.' })
export class EmailPreview {
  @Field(() => String, { description: 'One line.' })
  subject!: string;

  @Field(() => String, { nullable: true, description: 'The HTML part, filled in; null without one.' })
  html!: string | null;

  @Field(() => String, { nullable: true, description: 'The text part, filled in; null without one.' })
  text!: string | null;

  @Field(() => [String], { description: 'Placeholders of the template that nothing fills.' })
  unfilled!: readonly string[];

  @Field(() => Boolean, { description: 'Whether a part was longer than a preview shows, and cut.' })
  truncated!: boolean;
}
