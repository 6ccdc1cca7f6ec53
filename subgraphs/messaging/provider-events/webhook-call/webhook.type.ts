import { Field, ID, InputType, ObjectType } from 'type-graphql';

@InputType({ description: 'A header of a webhook call; a repeated header appears repeatedly.' })
export class WebhookHeaderInput {
  @Field(() => String, { description: 'In lower case.' })
  name!: string;

  @Field(() => String, { description: 'The header’s value.' })
  value!: string;
}

@ObjectType({ description: 'A stored webhook call, to be processed.' })
export class AcceptedWebhook {
  @Field(() => ID, { description: 'The id of the stored call.' })
  batchId!: string;
}
