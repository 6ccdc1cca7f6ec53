import { z } from 'zod';
import { requireClockAtRest } from '../business-time/business-clock.js';
import { snakeCased } from '../contract/snake-cased.js';
import { maskedName } from '../contract/stored-text.js';
import type { Queries } from '../db/database.js';
import { given } from '../db/model-rows.js';
import { newId } from '../ids/ids.js';
import { type Principal, systemPrincipal } from '../principal/principal.js';
import type { Clock } from '../time/clock.js';
import { isoInstant } from '../time/dates.js';

/** Who may act: one name may stand for an operator, for a key's prefix and for somebody at the command line. */
export const ACTOR_KINDS = ['operator', 'api_key', 'cli', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** An act: what was done to which subject, and how that looked before and after. */
export interface AuditedAct {
  /** Dotted, for example `api_key.revoke`. */
  readonly action: string;
  readonly subject: string;
  /** Whose data it is about: its seals are a chain of their own, and its admins see it. Null: the act stands above organizations. */
  readonly organizationId: string | null;
  /** Becomes JSON, with its own names in snake_case; without secrets. */
  readonly before?: object;
  readonly after?: object;
}

/**
 * Writes one audit row. Handed the transaction of the act itself, so that neither exists without the other.
 *
 * @throws {Problem} `test_clock_advancing`: while the clock of a sandbox organization is moved nobody else does anything there.
 */
export async function recordAudit(on: Queries, clock: Clock, by: Principal, act: AuditedAct): Promise<void> {
  if (act.organizationId !== null && actorKindOf(by) !== 'system') await requireClockAtRest(on, act.organizationId);
  const now = clock.now();
  await write(on, by, act, { id: newId(now.epochMilliseconds), occurredAt: isoInstant(now) });
}

/** Of an act that is about several organizations: what else it says of them stays, and each sees only itself. */
export interface SharedAct extends Omit<AuditedAct, 'organizationId'> {
  /** None: the act stands above organizations. */
  readonly organizationIds: readonly string[];
}

/**
 * An act that is about several organizations, a key's for example, has a row in each, so that each one's admins see it. Of the
 * organizations that it is about a row names its own: who else is a customer here is nobody's business. Those of `organizationIds` alone
 * are taken out of `before` and `after`: they name no organization otherwise.
 */
export async function recordSharedAct(on: Queries, clock: Clock, by: Principal, act: SharedAct): Promise<void> {
  const { organizationIds, ...said } = act;
  if (organizationIds.length === 0) return recordAudit(on, clock, by, { ...said, organizationId: null });
  const now = clock.now();
  const rows = organizationIds.map((organizationId) => {
    const own = (value: object | undefined) =>
      value === undefined || !('organizationIds' in value) ? value : { ...value, organizationIds: [organizationId] };
    const seen = { ...said, organizationId, ...given({ before: own(said.before), after: own(said.after) }) };
    return rowOf(by, seen, { id: newId(now.epochMilliseconds), occurredAt: isoInstant(now) });
  });
  for (let done = 0; done < rows.length; done += ROWS_AT_ONCE) {
    await on.models(AUDIT).auditLog.createMany({ data: rows.slice(done, done + ROWS_AT_ONCE) });
  }
}

/** A statement takes 65,535 values, and a row has twelve. */
const ROWS_AT_ONCE = 1_000;

/** The same as `recordAudit` at Postgres' time, where no clock is at hand: in the middle of what the product does by itself. */
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
    ...given({ before: json(act.before), after: json(act.after) }),
  };
}

/** Administrative acts stand above organizations. */
const AUDIT = systemPrincipal('audit');

/**
 * The same for money, which is the daily work of integrators: the payment, the reversal or the run says which key made it, and is
 * the record of it, so that nothing more is written on the way of a payment. What an operator does is audited all the same.
 */
export async function recordOperatorAct(on: Queries, clock: Clock, by: Principal, act: AuditedAct): Promise<void> {
  if (by.kind === 'operator') await recordAudit(on, clock, by, act);
}

/** Of a row that was changed, what of it was: before, and after. */
export function changeOf<Row extends object>(before: Row, after: Row): { before: object; after: object } {
  const differs = (name: string) =>
    JSON.stringify(Reflect.get(before, name)) !== JSON.stringify(Reflect.get(after, name));
  const only = (row: Row) => Object.fromEntries(Object.entries(row).filter(([name]) => differs(name)));
  return { before: only(before), after: only(after) };
}

/** Which of them a caller is. */
export function actorKindOf({ kind, via }: Principal): ActorKind {
  if (kind === 'operator' || kind === 'api_key') return kind;
  return via === 'command_line' ? 'cli' : 'system';
}

/** What somebody wrote in words of their own may name a person, and an entry is never changed: the subject's own row has it, and it is erased there. */
const FREE_TEXTS: readonly string[] = ['memo', 'reason', 'resolution', 'external_reference'];
const ELSEWHERE = '[in its row]';

/** Names inside a value, settings for example, are whose they are. */
function json(value: object | undefined) {
  if (value === undefined) return undefined;
  const members = storedJson.parse(JSON.parse(JSON.stringify(snakeCased(value))));
  const isFree = (name: string, member: unknown) => typeof member === 'string' && FREE_TEXTS.includes(name);
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, isFree(name, member) ? ELSEWHERE : member]),
  );
}

const storedJson = z.record(z.string(), z.json());
