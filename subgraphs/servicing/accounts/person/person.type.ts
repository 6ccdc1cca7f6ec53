import { ArgsType, Directive, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { REPLAYED } from '../../../../core/graphql/optional-idempotency-key.js';
import { CreatedListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { NewAddressInput } from './new-address.type.js';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A borrower. The same human is a separate person at each lender.' })
export class Person {
  @Field(() => ID, { description: 'Unique identifier, used throughout this API.' })
  id!: string;

  @Field(() => ID, { description: 'The organization that owns the person’s accounts.' })
  organizationId!: string;

  @Field(() => String, { description: 'Display name.' })
  displayName!: string;

  @Field(() => String, { nullable: true, description: 'Email address. Operators need the role agent.' })
  email!: string | null;

  @Field(() => String, { nullable: true, description: 'Telephone number. Operators need the role agent.' })
  phone!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Code of the loan system that keeps their name and contact data; null when they can be corrected through this API.',
  })
  loanSystemCode!: string | null;

  @Field(() => IsoInstantScalar, { description: 'When the person was created in Tributary.' })
  createdAt!: string;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When the person was erased on request.' })
  erasedAt!: string | null;
}

@ObjectType({ description: 'A saved address of a person.' })
export class PersonAddress {
  @Field(() => ID, { description: 'Unique identifier, used throughout this API.' })
  id!: string;

  @Field(() => String, { description: 'Purpose of the address: `billing`.' })
  kind!: string;

  @Field(() => Boolean, { description: 'Whether it is in use.' })
  isCurrent!: boolean;

  @Field(() => String, { description: 'Street and number.' })
  line1!: string;

  @Field(() => String, { nullable: true, description: 'Flat, floor or similar.' })
  line2!: string | null;

  @Field(() => String, { description: 'City.' })
  city!: string;

  @Field(() => String, {
    nullable: true,
    description: 'State; its two-letter code for a US address. Null for an address abroad without one.',
  })
  state!: string | null;

  @Field(() => String, { nullable: true, description: 'ZIP or postal code. Null for an address abroad without one.' })
  postalCode!: string | null;

  @Field(() => String, { description: 'Two-letter country code.' })
  country!: string;
}

export const PersonPage = pageOf(Person, 'A page of persons.');
export type PersonPage = Page<Person>;

@ArgsType()
export class PersonListArguments extends CreatedListArguments {
  @Field(() => String, {
    nullable: true,
    description:
      'Words of a name in any order (parts of words are enough; case, accents and apostrophes are ignored), or a complete email address or telephone number.',
  })
  text?: string | null;
}

@InputType({ description: 'The corrected fields. An omitted field keeps its value.' })
export class CorrectPersonInput {
  @Field(() => String, { nullable: true, description: 'Display name; cannot be removed.' })
  displayName?: string | null;

  @Field(() => String, { nullable: true, description: 'Email address; null removes it.' })
  email?: string | null;

  @Field(() => String, { nullable: true, description: 'Telephone number; null removes it.' })
  phone?: string | null;

  @Field(() => NewAddressInput, {
    nullable: true,
    description: 'The complete current address; null removes it. The former address remains stored, no longer current.',
  })
  address?: NewAddressInput | null;
}

@ObjectType({ description: 'A person whose name or contact data was corrected.' })
export class CorrectedPerson {
  @Field(() => Person, { description: 'The person after the correction.' })
  person!: Person;

  @Field(() => Boolean, REPLAYED)
  replayed!: boolean;
}
