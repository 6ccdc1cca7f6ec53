import { Field, InputType } from 'type-graphql';

@InputType({ description: 'Billing address.' })
export class NewAddressInput {
  @Field(() => String, { description: 'Street and number.' })
  line1!: string;

  @Field(() => String, { nullable: true, description: 'Flat, floor or similar.' })
  line2?: string | null;

  @Field(() => String, { description: 'City.' })
  city!: string;

  @Field(() => String, {
    nullable: true,
    description: 'State; in the US its two-letter code. Required in the US and Canada.',
  })
  state?: string | null;

  @Field(() => String, { nullable: true, description: 'ZIP or postal code. Required in the US and Canada.' })
  postalCode?: string | null;

  @Field(() => String, { nullable: true, description: 'Two-letter country code. Defaults to US.' })
  country?: string | null;
}
