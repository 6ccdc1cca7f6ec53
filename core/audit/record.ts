import { type Principal, systemPrincipal } from '../auth/principal.js';
import type { Clock } from '../clock.js';
import { isoInstant } from '../dates.js';
import type { Queries } from '../db/database.js';
import { statement } from '../db/statement.js';
import { inserted } from '../db/written.js';
import { newId } from '../ids.js';

/** Who may act: one name may stand for an operator, for a key's prefix and for somebody at the command line. */
export const ACTOR_KINDS = ['operator', 'api_key', 'cli', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** An act: what was done to which subject, and how that looked before and after. */
export interface AuditedAct {
  /** Dotted, for example `api_key.revoke`. */
  readonly action: string;
  readonly subject: string;
  /** Becomes JSON, with its own names in snake_case; without secrets. */
  readonly before?: object;
  readonly after?: object;
}

/** Writes one audit row. Handed the transaction of the act itself, so that neither exists without the other. */
export async function recordAudit(on: Queries, clock: Clock, by: Principal, act: AuditedAct): Promise<void> {
  const now = clock.now();
  await on.many(systemPrincipal('audit'), insertAuditRow, {
    id: newId(now.epochMilliseconds),
    actor: by.actor,
    actorKind: actorKindOf(by),
    actorName: by.name ?? null,
    issuer: by.issuer ?? null,
    requestId: by.requestId ?? null,
    action: act.action,
    subject: act.subject,
    before: json(act.before),
    after: json(act.after),
    occurredAt: isoInstant(now),
  });
}

/**
 * The same for what integrators do as well, and far more often: theirs is their daily work, and its rows say which key made
 * them. What an operator does with a lender's borrowers is audited.
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

const insertAuditRow = statement({
  name: 'audit.insert',
  unscoped: 'administrative acts stand above organizations',
  takes: {
    id: 'AuditLog.id',
    actor: 'AuditLog.actor',
    actorKind: 'AuditLog.actorKind',
    actorName: 'AuditLog.actorName',
    issuer: 'AuditLog.issuer',
    requestId: 'AuditLog.requestId',
    action: 'AuditLog.action',
    subject: 'AuditLog.subject',
    before: 'AuditLog.before',
    after: 'AuditLog.after',
    occurredAt: 'AuditLog.occurredAt',
  },
  text: ({ p }) => {
    const { into, values } = inserted('AuditLog', {
      id: p.id,
      actor: p.actor,
      actorKind: p.actorKind,
      actorName: p.actorName,
      issuer: p.issuer,
      requestId: p.requestId,
      action: p.action,
      subject: p.subject,
      before: p.before,
      after: p.after,
      occurredAt: p.occurredAt,
    });
    return `insert into ${into} values (${values})`;
  },
});

function actorKindOf({ kind, via }: Principal): ActorKind {
  if (kind === 'operator' || kind === 'api_key') return kind;
  return via === 'command_line' ? 'cli' : 'system';
}

/** Names inside a value, settings for example, are whose they are. */
function json(value: object | undefined): string | null {
  if (value === undefined) return null;
  return JSON.stringify(Object.fromEntries(Object.entries(value).map(([name, held]) => [snakeCase(name), held])));
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
