import type { Readable } from 'node:stream';
import { z } from 'zod';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { dateRange, instants } from '../../../../core/contract/date-range.js';
import { text } from '../../../../core/contract/text.js';
import { timeZone as timeZoneName } from '../../../../core/contract/time-zone.js';
import type { Exports } from '../../../../core/db/export-statement-as-csv.js';
import { type ListParts, readPage } from '../../../../core/db/paged-lists.js';
import { isId } from '../../../../core/ids/ids.js';
import { limitToOrganization, type Principal, withRole } from '../../../../core/principal/principal.js';
import { requireExport } from '../../../../core/principal/require-export.js';
import { SERVICING_ZONE } from '../../../../core/time/servicing-day.js';
import { auditLogOf, auditLogOfSubjects } from './audit-entry.reads.store.js';
import type { AuditEntryPage, AuditLogArguments } from './audit-entry.type.js';
import { auditFileOf } from './audit-file.reads.store.js';
import { auditSubjectsOfLoan, auditSubjectsOfPerson } from './audit-subjects.reads.store.js';
import { idsOfDates } from './ids-of-dates.js';
import { searchAuditLog } from './search-audit-log.js';

const name = text({ maximum: 200 }).nullish();
const soughtNames = z.object({ actor: name, action: name, subject: name, text: name });

type AuditFilters = Omit<AuditLogArguments, 'limit' | 'cursor'>;

/** Reads the audit log. */
export class AuditEntryService {
  constructor(private readonly parts: ListParts) {}

  /**
   * Acts on the organizations within reach; acts that concern no organization are shown to callers who reach all of
   * them. Newest first; `from` and `to` are dates of the acts in `timeZone`, or in UTC. A search by words, actor or
   * action goes back by a number of entries at a time.
   *
   * @throws {Problem} `insufficient_scope` for all but admins; `organization_out_of_scope`
   */
  async list(principal: Principal, request: AuditLogArguments): Promise<AuditEntryPage> {
    const { caller, names, instants: within, ids } = asked(principal, request);
    const { from, to, timeZone, organizationId = null, accountId, personId } = request;
    const parameters = { ...names, ...within };
    const filters = {
      ...{ ...names, organizationId, from, to, accountId, personId },
      ...(typeof timeZone === 'string' && { timeZone }),
    };
    const subjects = await this.#subjects(caller, request);
    if (subjects !== null) {
      const ofSubjects = auditLogOfSubjects(caller);
      const page = await readPage(this.parts, caller, ofSubjects, { ...parameters, subjects }, filters, request);
      return { ...page, searchedBackTo: null };
    }
    if (names.actor !== null || names.action !== null || names.text !== null)
      return searchAuditLog(this.parts, caller, { ...parameters, ...ids }, filters, request);
    const page = await readPage(this.parts, caller, auditLogOf(caller), { ...parameters, ...ids }, filters, request);
    return { ...page, searchedBackTo: null };
  }

  /**
   * The same entries as CSV. Instants are in the time zone of the lender that an act concerns, else in `timeZone`, or
   * New York’s.
   *
   * @throws {Problem} as `list`; `service_unavailable` when every export connection is in use. A later failure destroys
   *   the stream.
   */
  async csv(exports: Exports, principal: Principal, request: AuditFilters): Promise<Readable> {
    const { caller, names, instants: within } = asked(principal, request);
    requireExport(caller);
    const subjects = await this.#subjects(caller, request);
    const zone = checkedBody(timeZoneName.nullish(), request.timeZone);
    const parameters = { ...names, ...within, subjects, timeZone: zone ?? SERVICING_ZONE };
    return exports.csv(caller, auditFileOf(caller), parameters, principal);
  }

  /** The subject, and the subjects of the loan’s and the person’s acts; null: any subject. Empty for an id out of reach. */
  async #subjects(
    caller: Principal,
    { subject, accountId, personId }: AuditFilters,
  ): Promise<readonly string[] | null> {
    const ofLoan = idOrNull(accountId);
    const ofPerson = idOrNull(personId);
    const { db } = this.parts;
    const lists = [
      typeof subject === 'string' && [{ id: subject }],
      ofLoan !== null && (isId(ofLoan) ? await db.many(caller, auditSubjectsOfLoan, { accountId: ofLoan }) : []),
      ofPerson !== null && (isId(ofPerson) ? await db.many(caller, auditSubjectsOfPerson, { personId: ofPerson }) : []),
    ].filter((list) => list !== false);
    const [first, ...others] = lists.map((list) => list.map(({ id }) => id));
    if (first === undefined) return null;
    return others.reduce((common, list) => common.filter((id) => list.includes(id)), first);
  }
}

function idOrNull(id: string | null | undefined): string | null {
  return id ?? null;
}

/** @throws {Problem} `insufficient_scope`, `organization_out_of_scope`, `invalid_date_range`, `validation_failed` */
function asked(principal: Principal, request: AuditFilters) {
  const admin = withRole(principal, 'admin');
  const { actor, action, subject, text } = checkedBody(soughtNames, {
    ...{ actor: request.actor, action: request.action, subject: request.subject, text: request.text },
  });
  const dates = dateRange(request.from, request.to);
  return {
    caller: limitToOrganization(admin, request.organizationId ?? null),
    names: { actor: actor ?? null, action: action ?? null, subject: subject ?? null, text: text ?? null },
    instants: instants(dates, request.timeZone),
    ids: idsOfDates(dates),
  };
}
