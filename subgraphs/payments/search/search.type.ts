import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { enumOf } from '../../../core/graphql/enum.js';
import { IsoDateScalar, SafeInt } from '../../../core/graphql/scalars.js';
import { OwnedByOrganization } from '../owned-by-organization.type.js';

export const SearchedKind = enumOf(['payment', 'autopay_run', 'autopay_schedule', 'payment_method', 'dispute'], {
  name: 'SearchedKind',
  description: 'Kind of an object that a search found.',
  values: {
    payment: 'A payment recorded through this API.',
    autopay_run: 'A charge by autopay.',
    autopay_schedule: 'An autopay schedule.',
    payment_method: 'A stored card or bank account.',
    dispute: 'A dispute of a charge.',
  },
});

export const SearchMatch = enumOf(
  [
    'id',
    'reference',
    'loan_system_reference',
    'processor_reference',
    'reference_number',
    'check_number',
    'amount',
    'last_four',
  ],
  {
    name: 'SearchMatch',
    description: 'What the search text equals.',
    values: {
      id: 'Its id; of a reversal, that of its payment; of an attempt, that of its run.',
      reference: 'The collector’s own reference.',
      loan_system_reference: 'What the loan system calls the posting, or the reference sent to it.',
      processor_reference: 'What the card processor calls the charge or the dispute.',
      reference_number: 'The reference number of the posting, or of its reversal.',
      check_number: 'The number of the check, money order or cashier’s check.',
      amount: 'The amount; the newest payments of that amount.',
      last_four:
        'The last four digits of the card or bank account, beside the owner’s name, the number of a loan or the amount of a schedule.',
    },
  },
);

@ArgsType()
export class PaymentSearchArguments {
  @Field(() => String, {
    description:
      'What to look for, at most 100 characters: an id, a reference, a number, an amount in dollars, or the last four digits of a card or bank account with a name, a loan’s number or an amount. All are compared as a whole, except names, of which parts of words in any order are enough.',
  })
  text!: string;

  @Field(() => ID, { nullable: true, description: 'One organization in scope; without it all of them.' })
  organizationId?: string | null;
}

@ObjectType({ description: 'A payment, a charge or a stored instrument that a search found.' })
export class PaymentSearchHit extends OwnedByOrganization {
  @Field(() => SearchedKind, { description: 'Kind of the object.' })
  kind!: string;

  @Field(() => SearchMatch, { description: 'What the text equals.' })
  matchedBy!: string;

  /** Null for an instrument of a person without a loan, or a dispute of a charge that is not ours. */
  accountId!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Cents of US dollars; null for an instrument.' })
  amountCents!: number | null;

  @Field(() => String, { description: 'Status of the object, in the words of its kind.' })
  status!: string;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description:
      'The business day of a payment, the due date of a charge, the next date of a schedule, the day on which a dispute was opened (UTC).',
  })
  day!: string | null;
}
