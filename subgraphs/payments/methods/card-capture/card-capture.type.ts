import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { ContractAnswer } from '../../../../core/graphql/contract-answer.type.js';

@InputType({ description: 'What a capture is for. Nothing of the card.' })
export class BeginCardCaptureInput {
  @Field(() => ID, { description: 'The account that the card is for.' })
  accountId!: string;

  @Field(() => ID, { nullable: true, description: 'Without it: the account’s primary borrower.' })
  partyId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Without it, and without a one-time address: the current one.' })
  billingAddressId?: string | null;

  @Field(() => Boolean, { description: 'Whether the secure host has an address of its own for this capture.' })
  hasOneTimeAddress!: boolean;

  @Field(() => String, { description: 'The card processor that is to have the card.' })
  processor!: string;

  @Field(() => String, { description: 'HMAC-SHA-256 of the whole body, in hex, under a key of the secure host’s.' })
  fingerprint!: string;

  @Field(() => Boolean, { description: 'Begins nothing: only the stored answer of an earlier request is asked for.' })
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

  @Field(() => String, { nullable: true, description: 'State or province. Null when an address abroad has none.' })
  state!: string | null;

  @Field(() => String, { nullable: true, description: 'ZIP or postal code. Null when an address abroad has none.' })
  postalCode!: string | null;

  @Field(() => String, { description: 'ISO 3166-1 alpha-2.' })
  country!: string;
}

@ObjectType({ description: 'A capture that may go on: what the card processor is to be told.' })
export class CardCapture {
  @Field(() => ID, {
    description: 'The payment method’s id to be, and the processor’s reference: the same for every try.',
  })
  id!: string;

  @Field(() => ID, { description: 'The organization of the account.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The borrower.' })
  partyId!: string;

  @Field(() => String, { nullable: true, description: 'The processor’s name for the borrower, where it has one.' })
  customer!: string | null;

  @Field(() => String, {
    description: 'The card processor that is to have the card: of a sandbox organization the sandbox.',
  })
  processor!: string;

  @Field(() => CardBillingAddress, { nullable: true, description: 'The saved one; null with a one-time address.' })
  billingAddress!: CardBillingAddress | null;
}

@ObjectType({
  description: 'Either the stored answer of an earlier request with this key, or a capture that may go on.',
})
export class BegunCardCapture {
  @Field(() => ContractAnswer, { nullable: true, description: 'What the key is answered with already.' })
  stored!: ContractAnswer | null;

  @Field(() => CardCapture, { nullable: true, description: 'What may go on.' })
  capture!: CardCapture | null;
}

@InputType({ description: 'What the processor made of the card, and what may be shown of it.' })
export class CompleteCardCaptureInput {
  @Field(() => String, { description: 'The card processor that made it.' })
  processor!: string;

  @Field(() => String, { description: 'The processor’s name for the instrument.' })
  token!: string;

  @Field(() => String, { nullable: true, description: 'The processor’s name for the borrower.' })
  customer?: string | null;

  @Field(() => String, { description: 'The brand of the card.' })
  cardBrand!: string;

  @Field(() => String, { description: 'The last four digits of its number.' })
  lastFour!: string;

  @Field(() => Int, { description: 'From 1.' })
  expirationMonth!: number;

  @Field(() => Int, { description: 'Of four digits.' })
  expirationYear!: number;

  @Field(() => String, { description: 'The name on the card.' })
  holderName!: string;

  @Field(() => String, { nullable: true, description: 'What its owner calls it.' })
  nickname?: string | null;

  @Field(() => Boolean, { description: 'Whether it becomes the borrower’s default.' })
  setDefault!: boolean;
}

@ObjectType({ description: 'A card that is stored.' })
export class CapturedCard {
  @Field(() => ContractAnswer, { description: 'The payment method that it became, as REST answers it.' })
  answer!: ContractAnswer;

  @Field(() => Boolean, { description: 'Whether another try with the same key had stored it already.' })
  replayed!: boolean;
}
