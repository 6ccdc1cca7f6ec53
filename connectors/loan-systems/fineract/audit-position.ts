import { z } from 'zod';
import { type AuditEntry, madeAt } from './audit-entries.js';

const id = z.number().int();

/**
 * How a server lists its commands. `list`: the newest 200, without a count (up to 1.11). `timed`: pages from an instant
 * on. `page`: pages, but it does not filter by time.
 */
const dialect = z.enum(['list', 'timed', 'page']);
export type AuditDialect = z.output<typeof dialect>;

/** Which entries were read. Stored as JSON between two passes. */
const auditPosition = z.object({
  dialect,
  /** Entries up to this id are done with. */
  floor: id,
  /** Ids above the floor that were read, as ranges: others below the newest may still appear. */
  seen: z.array(z.tuple([id, id])),
  /** When the newest entry was made, by the server's clock; null: there was none yet. */
  newestAt: z.number().nullable(),
});
export type AuditPosition = z.output<typeof auditPosition>;

export const START: AuditPosition = { dialect: 'list', floor: 0, seen: [], newestAt: null };

/** Undefined when it is not a position: then following begins again. */
export function parsePosition(text: string): AuditPosition | undefined {
  try {
    return auditPosition.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** An entry gets its id and its time before its command is committed: for this long it may still appear. */
export const MAY_APPEAR_FOR_MS = 15 * 60_000;

/** The newest id that was read. */
export function newestSeen({ floor, seen }: AuditPosition): number {
  return seen.at(-1)?.[1] ?? floor;
}

export function countSeen({ seen }: AuditPosition): number {
  return seen.reduce((count, [from, to]) => count + to - from + 1, 0);
}

export function isRead({ floor, seen }: AuditPosition, entryId: number): boolean {
  return entryId <= floor || seen.some(([from, to]) => from <= entryId && entryId <= to);
}

/** The position after these entries, which are all that the server lists above the floor. */
export function advanced(
  before: AuditPosition,
  dialectNow: AuditDialect,
  entries: readonly AuditEntry[],
): AuditPosition {
  const times = entries.flatMap((entry) => madeAt(entry) ?? []);
  const newestAt = times.reduce<number | null>((newest, at) => Math.max(newest ?? at, at), before.newestAt);
  const cutoff = (newestAt ?? 0) - MAY_APPEAR_FOR_MS;
  const isOver = (entry: AuditEntry) => (madeAt(entry) ?? Number.POSITIVE_INFINITY) < cutoff;
  const floor = entries.reduce((top, entry) => (isOver(entry) ? Math.max(top, entry.id) : top), before.floor);
  const ids = entries.map((entry) => entry.id).filter((entryId) => entryId > floor);
  return { dialect: dialectNow, floor, seen: ranges(ids), newestAt };
}

function ranges(ids: readonly number[]): [number, number][] {
  const found: [number, number][] = [];
  for (const entryId of [...new Set(ids)].sort((one, other) => one - other)) {
    const last = found.at(-1);
    if (last !== undefined && last[1] + 1 === entryId) last[1] = entryId;
    else found.push([entryId, entryId]);
  }
  return found;
}
