import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { AccountNoteBody } from '../../../../core/contract/account-note.js';
import { bodyOf } from '../../../../core/contract/case-conversion.js';
import { withoutUndefined } from '../../../../core/contract/checked-write.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { OPTIONAL_KEY } from '../../../../core/graphql/optional-idempotency-key.js';
import { Account } from '../account/account.type.js';
import type { NoteAdder } from './add-note.js';
import type { NoteService } from './note.service.js';
import {
  AccountNote,
  AccountNoteInput,
  AccountNoteListArguments,
  AccountNotePage,
  AddedAccountNote,
} from './note.type.js';

@Resolver(() => AccountNote)
export class NoteResolver {
  constructor(
    private readonly notes: NoteService,
    private readonly adder: NoteAdder,
    private readonly accountOf: (id: string, context: GraphContext) => Promise<Account>,
  ) {}

  @Query(() => AccountNotePage, {
    description: 'Operators’ notes on loans, newest first. Only for operators; no API key can read them.',
  })
  accountNotes(
    @Args(() => AccountNoteListArguments) request: AccountNoteListArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<AccountNotePage> {
    return this.notes.list(principal, request);
  }

  @Mutation(() => AddedAccountNote, {
    description: 'Adds a note to a loan; audited, without its text. For operators, not viewers.',
  })
  addAccountNote(
    @Arg('accountId', () => ID, { description: 'The loan.' }) accountId: string,
    @Arg('input', () => AccountNoteInput, { description: 'The note.' }) input: AccountNoteInput,
    @Ctx() { principal }: GraphContext,
    @Arg('idempotencyKey', () => String, OPTIONAL_KEY) idempotencyKey?: string | null,
  ): Promise<AddedAccountNote> {
    const body = withoutUndefined(bodyOf<AccountNoteBody, AccountNoteInput>(input));
    return this.adder.add(principal, { accountId, idempotencyKey, body });
  }

  @FieldResolver(() => Account, { nullable: true, description: 'The loan.' })
  account(@Root() note: AccountNote, @Ctx() context: GraphContext): Promise<Account> {
    return this.accountOf(note.accountId, context);
  }
}
