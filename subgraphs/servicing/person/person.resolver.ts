import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import { ListArguments } from '../../../core/graphql/list-arguments.js';
import type { AccountService } from '../account/account.service.js';
import { AccountPage } from '../account/account.type.js';
import type { PersonService } from './person.service.js';
import { Person, PersonAddress, PersonPage } from './person.type.js';

type AddressesOf = (personId: string, context: GraphContext) => Promise<readonly PersonAddress[]>;

@Resolver(() => Person)
export class PersonResolver {
  readonly #persons: PersonService;
  readonly #accounts: AccountService;
  readonly #addressesOf: AddressesOf;

  constructor(persons: PersonService, accounts: AccountService, addressesOf: AddressesOf) {
    this.#persons = persons;
    this.#accounts = accounts;
    this.#addressesOf = addressesOf;
  }

  @Query(() => Person, { description: 'One person who borrows on an account of the allowlist.' })
  person(@Arg('id', () => ID) id: string, @Ctx() context: GraphContext): Promise<Person> {
    return this.#persons.one(context.principal, id);
  }

  @Query(() => PersonPage, { description: 'Who borrows on the accounts of the allowlist, newest first.' })
  persons(@Args(() => ListArguments) request: ListArguments, @Ctx() context: GraphContext): Promise<PersonPage> {
    return this.#persons.list(context.principal, request);
  }

  @FieldResolver(() => AccountPage, { description: 'Accounts on which this person is primary borrower, newest first.' })
  accounts(
    @Root() { id: primaryBorrowerPartyId }: Person,
    @Args(() => ListArguments) request: ListArguments,
    @Ctx() context: GraphContext,
  ): Promise<AccountPage> {
    return this.#accounts.list(context.principal, { ...request, primaryBorrowerPartyId });
  }

  @FieldResolver(() => [PersonAddress], { description: 'Current ones first.' })
  addresses(@Root() { id }: Person, @Ctx() context: GraphContext): Promise<readonly PersonAddress[]> {
    return this.#addressesOf(id, context);
  }
}
