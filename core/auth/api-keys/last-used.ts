import { derived } from '../../db/columns.js';
import { statement } from '../../db/statement.js';
import { systemPrincipal } from '../../principal/principal.js';
import type { ServiceParts } from '../../service-parts.js';
import { isoInstant } from '../../time/dates.js';

/** The precision of "last used". */
const NOTED_EVERY_MS = 3_600_000;
/** Uses of several keys are written together. */
const WRITTEN_AFTER_MS = 2_000;

const USES = systemPrincipal('key-uses');

/** Only once the hour is over, so that one of several processes writes. */
const writeKeyUses = statement({
  name: 'api_key.write_uses',
  unscoped: 'work_for_all_organizations',
  takes: { prefixes: 'text[]', usedAt: 'timestamptz' },
  gives: derived({ prefix: 'ApiKey.prefix' }),
  text: ({ p }) => `
    update api_key k set last_used_at = ${p.usedAt}::timestamptz
     where k.prefix = any(${p.prefixes}::text[])
       and (k.last_used_at is null or k.last_used_at <= ${p.usedAt}::timestamptz - make_interval(secs => ${NOTED_EVERY_MS / 1_000}))
    returning k.prefix`,
});

type Parts = Pick<ServiceParts, 'db' | 'clock' | 'logger'>;

/**
 * Records when keys were last used, to the hour. Each process notes a key at most once an hour and writes the notes
 * in the background, never within a request. Notes that are unwritten when a process ends are lost.
 */
export class KeyUses {
  readonly #parts: Parts;
  readonly #notedAtMs = new Map<string, number>();
  readonly #unwritten = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  note(prefix: string): void {
    const nowMs = this.#parts.clock.now().epochMilliseconds;
    const notedAtMs = this.#notedAtMs.get(prefix);
    if (notedAtMs !== undefined && nowMs - notedAtMs < NOTED_EVERY_MS) return;
    this.#notedAtMs.set(prefix, nowMs);
    this.#unwritten.add(prefix);
    this.#timer ??= setTimeout(() => void this.write(), WRITTEN_AFTER_MS).unref();
  }

  /** Writes the notes. A failure is logged, and the next use notes the key again. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const prefixes = [...this.#unwritten];
    this.#unwritten.clear();
    if (prefixes.length === 0) return;
    try {
      const usedAt = isoInstant(this.#parts.clock.now());
      await this.#parts.db.many(USES, writeKeyUses, { prefixes, usedAt });
    } catch (error) {
      for (const prefix of prefixes) this.#notedAtMs.delete(prefix);
      this.#parts.logger.warn({ err: error }, 'the last uses of keys could not be written');
    }
  }

  /** Call it before the database is closed. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
