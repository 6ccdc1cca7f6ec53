import { Field, InputType } from 'type-graphql';

@InputType({ description: 'Where bills go.' })
export class NewAddressInput {
  @Field(() => String, { description: 'Street and number.' })
  line1!: string;

  @Field(() => String, { nullable: true, description: 'Flat, floor or the like.' })
  line2?: string | null;

  @Field(() => String, { description: 'City.' })
  city!: string;

  @Field(() => String, {
    nullable: true,
    description: 'State; in the US its two letters. Required in the US and Canada.',
  })
  state?: string | null;

  @Field(() => String, { nullable: true, description: 'ZIP or postal code. Required in the US and Canada.' })
  postalCode?: string | null;

  @Field(() => String, { nullable: true, description: 'Country, two letters; US without it.' })
  country?: string | null;
}
