import { z } from 'zod';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { dateRange, instants } from '../../../../core/contract/date-range.js';
import { text } from '../../../../core/contract/text.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { Problem } from '../../../../core/errors/problem.js';
import { groupedBy } from '../../../../core/graphql/batched-reads.js';
import { readRequestedPage } from '../../../../core/graphql/read-requested-page.js';
import { isId } from '../../../../core/ids/ids.js';
import { limitToOrganization, type Principal, requireRole } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import { requireAccount } from '../account/require-account.js';
import { NOTES, NOTES_OF_ACCOUNT, type NoteRow, notesOfAccounts } from './note.reads.store.js';
import type { AccountNote, AccountNoteListArguments } from './note.type.js';
import { shownNote } from './shown-note.js';

const sought = text({ minimum: 1, maximum: 100 }).nullish();
const searchBody = z.object({ text: sought, written_by: sought });

/** Number of notes that a loan shows directly; the list pages through all of them. */
export const LATEST_NOTES = 50;

/** Reads operators' notes. No API key can. */
export class NoteService {
  constructor(private readonly parts: Pick<ServiceParts, 'db' | 'clock' | 'cursors'>) {}

  /**
   * Newest first; `from` and `to` are days of `timeZone`, or of UTC.
   *
   * @throws {Problem} `insufficient_scope`, `organization_out_of_scope`, `account_not_found`, `invalid_date_range`,
   *   `invalid_limit`, `validation_failed` for a bad cursor or text.
   */
  async list(principal: Principal, request: AccountNoteListArguments): Promise<Page<AccountNote>> {
    requireRole(principal, 'viewer');
    const { from, to, timeZone, accountId, kind, promiseState } = request;
    const { text: words, written_by: writtenBy } = checkedBody(searchBody, {
      text: request.text?.trim() === '' ? null : request.text,
      written_by: request.writtenBy,
    });
    const parameters = {
      ...{ kind: kind ?? null, writtenBy: writtenBy ?? null, text: words ?? null },
      ...{ promiseState: promiseState ?? null, today: this.#today() },
      ...instants(dateRange(from, to), timeZone),
    };
    const filters = {
      accountId,
      kind,
      writtenBy,
      text: words,
      promiseState,
      ...(typeof timeZone === 'string' && { timeZone }),
    };
    const { parts } = this;
    if (accountId === null || accountId === undefined)
      return shownPage(await readRequestedPage(parts, principal, NOTES, parameters, filters, request));
    if (!isId(accountId)) throw new Problem('account_not_found');
    const ofAccount = { ...parameters, accountId };
    const page = await readRequestedPage(parts, principal, NOTES_OF_ACCOUNT, ofAccount, filters, request);
    if (page.items.length === 0)
      await requireAccount(parts.db, limitToOrganization(principal, request.organizationId), accountId);
    return shownPage(page);
  }

  /** The newest notes of each loan, in the order of `accountIds`. @throws {Problem} `insufficient_scope` */
  async ofAccounts(principal: Principal, accountIds: readonly string[]): Promise<readonly (readonly AccountNote[])[]> {
    requireRole(principal, 'viewer');
    const sought = { accountIds, today: this.#today(), limit: LATEST_NOTES };
    const rows: readonly NoteRow[] = await this.parts.db.many(principal, notesOfAccounts, sought);
    return groupedBy(accountIds, rows.map(shownNote), ({ accountId }) => accountId);
  }

  #today() {
    return servicingDate(this.parts.clock.now());
  }
}

function shownPage(page: Page<NoteRow>): Page<AccountNote> {
  return { ...page, items: page.items.map(shownNote) };
}
