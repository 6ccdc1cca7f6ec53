import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { ContractAnswer } from '../../../../core/graphql/written-rest-answer.type.js';

@InputType({ description: 'A request for a capture. It has no card data.' })
export class BeginCardCaptureInput {
  @Field(() => ID, { description: 'The account that the card is for.' })
  accountId!: string;

  @Field(() => ID, { nullable: true, description: 'If omitted: the account’s primary borrower.' })
  partyId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'If omitted, without a one-time address: the borrower’s current billing address.',
  })
  billingAddressId?: string | null;

  @Field(() => Boolean, { description: 'Whether the secure host has a one-time address for this capture.' })
  hasOneTimeAddress!: boolean;

  @Field(() => String, { description: 'The card processor that will store the card.' })
  processor!: string;

  @Field(() => String, { description: 'HMAC-SHA-256 of the whole body, in hex, with a key of the secure host.' })
  fingerprint!: string;

  @Field(() => Boolean, { description: 'Begins nothing: only the stored answer of an earlier request is requested.' })
  onlyStored!: boolean;
}

@ObjectType({ description: 'A postal address.' })
export class CardBillingAddress {
  @Field(() => String, { description: 'Street and number.' })
  line1!: string;

  @Field(() => String, { nullable: true, description: 'Apartment, suite.' })
  line2!: string | null;

  @Field(() => String, { description: 'City.' })
  city!: string;

  @Field(() => String, { nullable: true, description: 'State or province; null if an address abroad has none.' })
  state!: string | null;

  @Field(() => String, { nullable: true, description: 'ZIP or postal code; null if an address abroad has none.' })
  postalCode!: string | null;

  @Field(() => String, { description: 'ISO 3166-1 alpha-2.' })
  country!: string;
}

@ObjectType({ description: 'A capture that may continue, with the data for the card processor.' })
export class CardCapture {
  @Field(() => ID, {
    description: 'The future payment method’s id, and the processor’s reference: the same for every try.',
  })
  id!: string;

  @Field(() => ID, { description: 'The organization of the account.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The borrower.' })
  partyId!: string;

  @Field(() => String, { nullable: true, description: 'The processor’s identifier of the borrower, if it has one.' })
  customer!: string | null;

  @Field(() => String, {
    description: 'The card processor that will store the card; for a sandbox organization, the sandbox processor.',
  })
  processor!: string;

  @Field(() => CardBillingAddress, { nullable: true, description: 'The saved one; null with a one-time address.' })
  billingAddress!: CardBillingAddress | null;
}

@ObjectType({
  description: 'Either the stored answer of an earlier request with this key, or a capture that may continue.',
})
export class BegunCardCapture {
  @Field(() => ContractAnswer, { nullable: true, description: 'The key’s stored answer.' })
  stored!: ContractAnswer | null;

  @Field(() => CardCapture, { nullable: true, description: 'The capture that may continue.' })
  capture!: CardCapture | null;
}

@InputType({ description: 'The instrument stored by the processor, and what may be shown of it.' })
export class CompleteCardCaptureInput {
  @Field(() => String, { description: 'The card processor that stored it.' })
  processor!: string;

  @Field(() => String, { description: 'The processor’s identifier of the instrument.' })
  token!: string;

  @Field(() => String, { nullable: true, description: 'The processor’s identifier of the borrower.' })
  customer?: string | null;

  @Field(() => String, { description: 'The brand of the card.' })
  cardBrand!: string;

  @Field(() => String, { description: 'The last four digits of its number.' })
  lastFour!: string;

  @Field(() => Int, { description: 'Month, 1 to 12.' })
  expirationMonth!: number;

  @Field(() => Int, { description: 'Year, four digits.' })
  expirationYear!: number;

  @Field(() => String, { description: 'The name on the card.' })
  holderName!: string;

  @Field(() => String, { nullable: true, description: 'The owner’s name for it.' })
  nickname?: string | null;

  @Field(() => Boolean, { description: 'Whether it becomes the borrower’s default.' })
  setDefault!: boolean;
}

@ObjectType({ description: 'A card that is stored.' })
export class CapturedCard {
  @Field(() => ContractAnswer, { description: 'The new payment method, as in the REST API.' })
  answer!: ContractAnswer;

  @Field(() => Boolean, { description: 'Whether another try with the same key had already stored it.' })
  replayed!: boolean;
}
