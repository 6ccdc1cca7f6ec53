import { z } from 'zod';
import { requireClockAtRest } from '../business-time/business-clock.js';
import { snakeCased } from '../contract/case-conversion.js';
import type { RecordPaymentBody, ReversePaymentBody } from '../contract/collected-payment.js';
import type { AdjustmentBody, WaiverBody } from '../contract/ledger-request-bodies.js';
import { maskedName, type PlainText } from '../contract/stored-text.js';
import type { Queries } from '../db/database.js';
import { definedFields } from '../db/prisma-rows-by-columns.js';
import { newId } from '../ids/ids.js';
import { type Principal, systemPrincipal } from '../principal/principal.js';
import type { Clock } from '../time/clock.js';
import { isoInstant } from '../time/dates.js';

/** Kinds of actor: the same name may belong to an operator, to a key's prefix and to a user at the command line. */
export const ACTOR_KINDS = ['operator', 'api_key', 'cli', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** An audited act: what was done to which subject, with the state before and after. */
export interface AuditedAct {
  /** Dotted, for example `api_key.revoke`. */
  readonly action: string;
  readonly subject: string;
  /**
   * The organization that the act concerns. It has its own chain of seals, and its admins see the entry. Null: the
   * act concerns no single organization.
   */
  readonly organizationId: string | null;
  /** Stored as JSON with snake_case names; must hold no secrets. */
  readonly before?: object;
  readonly after?: object;
}

/**
 * Writes one audit row. Pass the transaction of the act itself, so that the act and its row commit together.
 *
 * @throws {Problem} `test_clock_advancing`: while a sandbox organization's clock advances, nothing else may change
 * there.
 */
export async function recordAudit(on: Queries, clock: Clock, by: Principal, act: AuditedAct): Promise<void> {
  if (act.organizationId !== null && actorKindOf(by) !== 'system') await requireClockAtRest(on, act.organizationId);
  const now = clock.now();
  await write(on, by, act, { id: newId(now.epochMilliseconds), occurredAt: isoInstant(now) });
}

/** An act that concerns several organizations. Each organization sees only its own id in it; the other details stay. */
export interface SharedAct extends Omit<AuditedAct, 'organizationId'> {
  /** Empty: the act concerns no single organization. */
  readonly organizationIds: readonly string[];
}

/**
 * Records an act that concerns several organizations (a change to a key, for example) as one row in each, so that the
 * admins of each see it. A row names only its own organization, because the other customers are confidential. Only
 * `organizationIds` is removed from `before` and `after`: no other field there names an organization.
 */
export async function recordSharedAct(on: Queries, clock: Clock, by: Principal, act: SharedAct): Promise<void> {
  const { organizationIds, ...details } = act;
  if (organizationIds.length === 0) return recordAudit(on, clock, by, { ...details, organizationId: null });
  const now = clock.now();
  const rows = organizationIds.map((organizationId) => {
    const own = (value: object | undefined) =>
      value === undefined || !('organizationIds' in value) ? value : { ...value, organizationIds: [organizationId] };
    const seen = {
      ...details,
      organizationId,
      ...definedFields({ before: own(details.before), after: own(details.after) }),
    };
    return rowOf(by, seen, { id: newId(now.epochMilliseconds), occurredAt: isoInstant(now) });
  });
  for (let done = 0; done < rows.length; done += ROWS_AT_ONCE) {
    await on.models(AUDIT).auditLog.createMany({ data: rows.slice(done, done + ROWS_AT_ONCE) });
  }
}

/** A statement takes at most 65,535 values, and a row has twelve. */
const ROWS_AT_ONCE = 1_000;

/** Like `recordAudit`, with Postgres's time: for code inside the product that has no clock. */
export async function recordOwnAct(on: Queries, by: Principal, act: AuditedAct): Promise<void> {
  await write(on, by, act, { id: newId() });
}

interface Entry {
  readonly id: string;
  readonly occurredAt?: string;
}

async function write(on: Queries, by: Principal, act: AuditedAct, entry: Entry): Promise<void> {
  await on.models(AUDIT).auditLog.create({ select: { id: true }, data: rowOf(by, act, entry) });
}

function rowOf(by: Principal, act: AuditedAct, entry: Entry) {
  return {
    ...entry,
    actor: by.actor,
    actorKind: actorKindOf(by),
    actorName: by.name === undefined ? null : maskedName(by.name),
    issuer: by.issuer ?? null,
    requestId: by.requestId ?? null,
    action: act.action,
    subject: act.subject,
    organizationId: act.organizationId,
    ...definedFields({ before: json(act.before), after: json(act.after) }),
  };
}

/** The principal that writes the audit log, which is not scoped to one organization. */
const AUDIT = systemPrincipal('audit');

/**
 * Like `recordAudit`, but only for operators. Integrators move money all day; their payment, reversal or run names
 * the key that made it and is its own record, so no audit row is written on the payment path. What an operator does
 * is always audited.
 */
export async function recordOperatorAct(on: Queries, clock: Clock, by: Principal, act: AuditedAct): Promise<void> {
  if (isAudited(by)) await recordAudit(on, clock, by, act);
}

/** Whether each act of this caller is audited. */
export function isAudited({ kind }: Principal): boolean {
  return kind === 'operator';
}

/** The changed fields of a row, before and after. */
export function changeOf<Row extends object>(before: Row, after: Row): { before: object; after: object } {
  const differs = (name: string) =>
    JSON.stringify(Reflect.get(before, name)) !== JSON.stringify(Reflect.get(after, name));
  const only = (row: Row) => Object.fromEntries(Object.entries(row).filter(([name]) => differs(name)));
  return { before: only(before), after: only(after) };
}

/** Maps a principal to its kind of actor. */
export function actorKindOf({ kind, via }: Principal): ActorKind {
  if (kind === 'operator' || kind === 'api_key') return kind;
  return via === 'command_line' ? 'cli' : 'system';
}

/**
 * Free text may name a person, and an entry is never changed. The text stays in the subject's own row, where it can
 * be erased.
 */
const FREE_TEXTS: ReadonlySet<string> = new Set(
  Object.keys({
    memo: true,
    reason: true,
    resolution: true,
    external_reference: true,
  } satisfies Record<FreeText, true>),
);

/** Every free text of these bodies, so that forgetting a new one does not compile. */
type FreeText =
  | FreeTextOf<RecordPaymentBody & ReversePaymentBody>
  | FreeTextOf<WaiverBody & AdjustmentBody>
  | 'resolution';
type FreeTextOf<Body> = { [M in keyof Body]-?: NonNullable<Body[M]> extends PlainText ? M : never }[keyof Body];

const ELSEWHERE = '[in its row]';

/** Keeps the names inside a value, such as settings, as they are. */
function json(value: object | undefined) {
  if (value === undefined) return undefined;
  const members = storedJson.parse(JSON.parse(JSON.stringify(snakeCased(value))));
  const isFree = (name: string, member: unknown) => typeof member === 'string' && FREE_TEXTS.has(name);
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, isFree(name, member) ? ELSEWHERE : member]),
  );
}

const storedJson = z.record(z.string(), z.json());
