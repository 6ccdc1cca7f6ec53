import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { bodyOf, snakeCased } from '../../../../core/contract/case-conversion.js';
import { withoutUndefined } from '../../../../core/contract/checked-write.js';
import { maskedAddress, maskedEmail, maskedPhone } from '../../../../core/contract/masked-contact.js';
import type { CorrectPersonBody } from '../../../../core/contract/person-correction.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { OPTIONAL_KEY } from '../../../../core/graphql/optional-idempotency-key.js';
import { requireContactRole } from '../../../../core/principal/require-contact-role.js';
import { Organization } from '../../platform/organization/organization.type.js';
import type { PersonCorrector } from './correct-person.js';
import type { PersonService } from './person.service.js';
import {
  CorrectedPerson,
  CorrectPersonInput,
  Person,
  PersonAddress,
  PersonListArguments,
  PersonPage,
} from './person.type.js';

type OrganizationOf = (id: string, context: GraphContext) => Promise<Organization>;
type AddressesOf = (personId: string, context: GraphContext) => Promise<readonly PersonAddress[]>;

@Resolver(() => Person)
export class PersonResolver {
  readonly #persons: PersonService;
  readonly #corrector: PersonCorrector;
  readonly #addressesOf: AddressesOf;
  readonly #organization: OrganizationOf;

  constructor(
    { persons, corrector }: { readonly persons: PersonService; readonly corrector: PersonCorrector },
    addressesOf: AddressesOf,
    organization: OrganizationOf,
  ) {
    this.#persons = persons;
    this.#corrector = corrector;
    this.#addressesOf = addressesOf;
    this.#organization = organization;
  }

  @Query(() => Person, { description: 'One person who borrows on an account in the allowlist.' })
  person(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Ctx() context: GraphContext,
  ): Promise<Person> {
    return this.#persons.one(context.principal, id);
  }

  @Query(() => PersonPage, { description: 'Persons who borrow on the accounts in the allowlist, newest first.' })
  persons(
    @Args(() => PersonListArguments) request: PersonListArguments,
    @Ctx() context: GraphContext,
  ): Promise<PersonPage> {
    return this.#persons.list(context.principal, request);
  }

  @Mutation(() => CorrectedPerson, {
    description:
      'Corrects a person’s name and contact data; audited. Returns 409 for a person whose data another loan system keeps (correct it there), and for a person who was erased.',
  })
  correctPerson(
    @Arg('id', () => ID, { description: 'Which one.' }) personId: string,
    @Arg('input', () => CorrectPersonInput, { description: 'What is corrected.' }) input: CorrectPersonInput,
    @Ctx() { principal }: GraphContext,
    @Arg('idempotencyKey', () => String, OPTIONAL_KEY) idempotencyKey?: string | null,
  ): Promise<CorrectedPerson> {
    const { address, ...body } = bodyOf<CorrectPersonBody, CorrectPersonInput>(input);
    const whole = withoutUndefined({ ...body, address: address ? withoutUndefined(snakeCased(address)) : address });
    return this.#corrector.correct(principal, { personId, idempotencyKey, body: whole });
  }

  @FieldResolver()
  email(@Root() person: Person, @Ctx() { principal }: GraphContext): string | null {
    requireContactRole(principal, person);
    return person.email;
  }

  @FieldResolver()
  phone(@Root() person: Person, @Ctx() { principal }: GraphContext): string | null {
    requireContactRole(principal, person);
    return person.phone;
  }

  @FieldResolver(() => [PersonAddress], { description: 'Current addresses first. Operators need the role agent.' })
  addresses(@Root() person: Person, @Ctx() context: GraphContext): Promise<readonly PersonAddress[]> {
    requireContactRole(context.principal, person);
    return this.#addressesOf(person.id, context);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'First letter and domain of the email address. Reading it is no read of contact data.',
  })
  maskedEmail(@Root() { email }: Person): string | null {
    return email && maskedEmail(email);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Last two digits of the telephone number. Reading it is no read of contact data.',
  })
  maskedPhone(@Root() { phone }: Person): string | null {
    return phone && maskedPhone(phone);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'State or country of the current address. Reading it is no read of contact data.',
  })
  async maskedAddress(@Root() { id }: Person, @Ctx() context: GraphContext): Promise<string | null> {
    const current = (await this.#addressesOf(id, context)).find(({ isCurrent }) => isCurrent);
    return current === undefined ? null : maskedAddress(current);
  }

  @FieldResolver(() => Organization, { nullable: true, description: 'The person’s lender.' })
  organization(@Root() person: Person, @Ctx() context: GraphContext): Promise<Organization> {
    return this.#organization(person.organizationId, context);
  }
}
