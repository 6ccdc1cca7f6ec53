import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import { CreatedListArguments, type ListArguments } from '../../../core/graphql/list-arguments.js';
import type { NestedList } from '../../../core/graphql/nested-list.js';
import type { AccountRow } from '../account/account.store.js';
import { AccountPage } from '../account/account.type.js';
import { Organization } from '../organization/organization.type.js';
import type { PersonService } from './person.service.js';
import { Person, PersonAddress, PersonListArguments, PersonPage } from './person.type.js';

type OrganizationOf = (id: string, context: GraphContext) => Promise<Organization>;
type AddressesOf = (personId: string, context: GraphContext) => Promise<readonly PersonAddress[]>;

@Resolver(() => Person)
export class PersonResolver {
  readonly #persons: PersonService;
  readonly #accountsOf: NestedList<ListArguments, AccountRow>;
  readonly #addressesOf: AddressesOf;
  readonly #organization: OrganizationOf;

  constructor(
    persons: PersonService,
    accountsOf: NestedList<ListArguments, AccountRow>,
    addressesOf: AddressesOf,
    organization: OrganizationOf,
  ) {
    this.#persons = persons;
    this.#accountsOf = accountsOf;
    this.#addressesOf = addressesOf;
    this.#organization = organization;
  }

  @Query(() => Person, { description: 'One person who borrows on an account of the allowlist.' })
  person(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Ctx() context: GraphContext,
  ): Promise<Person> {
    return this.#persons.one(context.principal, id);
  }

  @Query(() => PersonPage, { description: 'Who borrows on the accounts of the allowlist, newest first.' })
  persons(
    @Args(() => PersonListArguments) request: PersonListArguments,
    @Ctx() context: GraphContext,
  ): Promise<PersonPage> {
    return this.#persons.list(context.principal, request);
  }

  @FieldResolver(() => AccountPage, {
    nullable: true,
    description: 'Accounts on which this person is primary borrower, newest first.',
  })
  accounts(
    @Root() { id }: Person,
    @Args(() => CreatedListArguments) request: ListArguments,
    @Ctx() context: GraphContext,
  ): Promise<AccountPage> {
    return this.#accountsOf(id, request, context);
  }

  @FieldResolver(() => [PersonAddress], { description: 'Current ones first.' })
  addresses(@Root() { id }: Person, @Ctx() context: GraphContext): Promise<readonly PersonAddress[]> {
    return this.#addressesOf(id, context);
  }

  @FieldResolver(() => Organization, { nullable: true, description: 'The lender that they borrow from.' })
  organization(@Root() person: Person, @Ctx() context: GraphContext): Promise<Organization> {
    return this.#organization(person.organizationId, context);
  }
}
