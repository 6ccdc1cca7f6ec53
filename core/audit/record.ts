import { systemPrincipal } from '../auth/principal.js';
import type { Clock } from '../clock.js';
import { isoInstant } from '../dates.js';
import type { Queries } from '../db/database.js';
import { statement } from '../db/statement.js';
import { newId } from '../ids.js';

/** An administrative act (DESIGN 3): who did what to which subject, and how it looked before and after. */
export interface AuditedAct {
  /** An operator's subject, or the name of the command that acted. */
  readonly actor: string;
  /** Dotted, for example `api_key.revoke`. */
  readonly action: string;
  readonly subject: string;
  /** JSON, without secrets. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** Writes one audit row. Handed the transaction of the act itself, so that neither exists without the other. */
export async function recordAudit(on: Queries, clock: Clock, act: AuditedAct): Promise<void> {
  const now = clock.now();
  await on.many(systemPrincipal('audit'), insertAuditRow, {
    id: newId(now.epochMilliseconds),
    actor: act.actor,
    action: act.action,
    subject: act.subject,
    before: json(act.before),
    after: json(act.after),
    occurredAt: isoInstant(now),
  });
}

interface AuditRow {
  readonly [column: string]: string | null;
  readonly id: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly occurredAt: string;
}

const insertAuditRow = statement<AuditRow, never>({
  name: 'audit.insert',
  unscoped: 'administrative acts stand above organizations',
  text: ({ p }) => `
    insert into audit_log (id, actor, action, subject, before, after, occurred_at)
    values (${p.id}, ${p.actor}, ${p.action}, ${p.subject}, ${p.before}::jsonb, ${p.after}::jsonb,
      ${p.occurredAt}::timestamptz)`,
});

function json(value: Readonly<Record<string, unknown>> | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
