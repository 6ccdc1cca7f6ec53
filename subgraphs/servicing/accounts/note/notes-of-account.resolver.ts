import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { Account } from '../account/account.type.js';
import { LATEST_NOTES } from './note.service.js';
import { AccountNote } from './note.type.js';

type NotesOf = (accountId: string, context: GraphContext) => Promise<readonly AccountNote[]>;

@Resolver(() => Account)
export class NotesOfAccountResolver {
  constructor(private readonly notesOf: NotesOf) {}

  @FieldResolver(() => [AccountNote], {
    nullable: true,
    description: `Operators’ notes, newest first, at most ${LATEST_NOTES}; the list \`accountNotes\` has all. Only for operators.`,
  })
  notes(@Root() { id }: Account, @Ctx() context: GraphContext): Promise<readonly AccountNote[]> {
    return this.notesOf(id, context);
  }
}
