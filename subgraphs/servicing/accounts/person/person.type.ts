import { ArgsType, Directive, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/keyset.js';
import { CreatedListArguments } from '../../../../core/graphql/list-arguments.js';
import { REPLAYED } from '../../../../core/graphql/optional-key.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { NewAddressInput } from './new-address.type.js';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A borrower. The same human at two lenders is two persons.' })
export class Person {
  @Field(() => ID, { description: 'Identifies it, everywhere in this API.' })
  id!: string;

  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => String, { description: 'The name to be shown.' })
  displayName!: string;

  @Field(() => String, { nullable: true, description: 'Their email address.' })
  email!: string | null;

  @Field(() => String, { nullable: true, description: 'Their telephone number.' })
  phone!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The loan system that keeps their name and contact data, by its code; null: they are corrected here.',
  })
  loanSystemCode!: string | null;

  @Field(() => IsoInstantScalar, { description: 'When they were taken in here.' })
  createdAt!: string;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When they were erased on request.' })
  erasedAt!: string | null;
}

@ObjectType({ description: 'A saved address of a person.' })
export class PersonAddress {
  @Field(() => ID, { description: 'Identifies it, everywhere in this API.' })
  id!: string;

  @Field(() => String, { description: 'What it is for: `billing`.' })
  kind!: string;

  @Field(() => Boolean, { description: 'Whether it is in use.' })
  isCurrent!: boolean;

  @Field(() => String, { description: 'Street and number.' })
  line1!: string;

  @Field(() => String, { nullable: true, description: 'Flat, floor or the like.' })
  line2!: string | null;

  @Field(() => String, { description: 'City.' })
  city!: string;

  @Field(() => String, {
    nullable: true,
    description: 'State; of a US address its two letters. Null when an address abroad has none.',
  })
  state!: string | null;

  @Field(() => String, { nullable: true, description: 'ZIP or postal code. Null when an address abroad has none.' })
  postalCode!: string | null;

  @Field(() => String, { description: 'Country, two letters.' })
  country!: string;
}

export const PersonPage = pageOf(Person, 'A page of persons.');
export type PersonPage = Page<Person>;

@ArgsType()
export class PersonListArguments extends CreatedListArguments {
  @Field(() => String, {
    nullable: true,
    description:
      'Part of a name, whatever its case, accents and apostrophes; or an email address or a telephone number, which are found as a whole only.',
  })
  text?: string | null;
}

@InputType({ description: 'What is corrected: a field that is left out stays as it is.' })
export class CorrectPersonInput {
  @Field(() => String, { nullable: true, description: 'The name to be shown; a person always has one.' })
  displayName?: string | null;

  @Field(() => String, { nullable: true, description: 'The email address; null: there is none.' })
  email?: string | null;

  @Field(() => String, { nullable: true, description: 'The telephone number; null: there is none.' })
  phone?: string | null;

  @Field(() => NewAddressInput, {
    nullable: true,
    description: 'The current address, as a whole; null: there is none. The former one stays saved, no longer current.',
  })
  address?: NewAddressInput | null;
}

@ObjectType({ description: 'A person whose name or contact data was corrected.' })
export class CorrectedPerson {
  @Field(() => Person, { description: 'The person, as they are now.' })
  person!: Person;

  @Field(() => Boolean, REPLAYED)
  replayed!: boolean;
}
