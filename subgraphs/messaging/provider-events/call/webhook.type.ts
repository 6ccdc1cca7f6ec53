import { Field, ID, InputType, ObjectType } from 'type-graphql';

@InputType({ description: 'A header of a webhook call; one that was sent twice is here twice.' })
export class WebhookHeaderInput {
  @Field(() => String, { description: 'In lower case.' })
  name!: string;

  @Field(() => String, { description: 'The header’s value.' })
  value!: string;
}

@ObjectType({ description: 'A webhook call that is kept, and will be worked through.' })
export class AcceptedWebhook {
  @Field(() => ID, { description: 'The call as it was kept.' })
  batchId!: string;
}
