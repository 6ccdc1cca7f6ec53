import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { invalid, Problem } from '../errors/problem.js';
import { sealedTexts, unsealedTexts } from './sealed-texts.js';

/** Bounds of every list (the same on `/v1`). */
export const PAGE_LIMIT = { minimum: 1, maximum: 1000, fallback: 100 } as const;

/** The envelope of every list: `items` and `page`. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly page: { readonly nextCursor: string | null; readonly hasMore: boolean; readonly limit: number };
}

/**
 * What a cursor is valid for: one list, its filters, and the allowlist. Elsewhere it would silently begin somewhere
 * in the middle. It is bound to the allowlist rather than to the key, so that a replacement key can continue.
 */
export interface CursorSubject {
  readonly list: string;
  readonly allowlist: readonly string[] | 'all';
  readonly filters: Readonly<Record<string, string | null>>;
}

/** The values of a row's sort key, as text, in the order in which rows are sorted. */
export type SortKey = readonly string[];

/** Marks the position of a row that came from a replica. */
const LATE = 'late';

const payloadSchema = z.union([
  z.tuple([z.string(), z.array(z.string())]),
  z.tuple([z.string(), z.array(z.string()), z.literal(LATE)]),
]);

/** Where a page begins, and whether the previous page came from a replica: only then may the walk continue there. */
export interface CursorPosition {
  readonly after: SortKey;
  readonly isLate: boolean;
}
const SIGNATURE_BYTES = 16;

/** Opaque, signed keyset cursors. The position is that of the last row served; the next page begins after it. */
export class Cursors {
  readonly #secrets: readonly string[];

  /** @param secrets - the first signs; signatures of all are accepted */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  encode(subject: CursorSubject, after: SortKey, isLate = false): string {
    const payload = Buffer.from(JSON.stringify([fingerprint(subject), after, ...(isLate ? [LATE] : [])]));
    return Buffer.concat([signature(this.#secrets[0] ?? '', payload), payload]).toString('base64url');
  }

  /** For a list whose position is contact data: only the signer can read it from the cursor. */
  encodeSealed(subject: CursorSubject, after: SortKey, isLate = false): string {
    return this.encode(subject, [sealedTexts(this.#secrets[0] ?? '', after)], isLate);
  }

  /** @throws {Problem} as `decode` */
  decodeSealed(subject: CursorSubject, cursor: string): CursorPosition {
    const { after, isLate } = this.decode(subject, cursor);
    const opened = this.#secrets
      .map((secret) => unsealedTexts(secret, after[0] ?? ''))
      .find((key) => key !== undefined);
    if (opened === undefined) throw wrongCursor(cursor);
    return { after: opened, isLate };
  }

  /**
   * @throws {Problem} `validation_failed` for a cursor that was changed, or belongs to another list, other filters,
   * or another allowlist.
   */
  decode(subject: CursorSubject, cursor: string): CursorPosition {
    const bytes = Buffer.from(cursor, 'base64url');
    const payload = bytes.subarray(SIGNATURE_BYTES);
    // Node's decoder skips characters that are not base64: only the exact issued text is genuine.
    const genuine =
      bytes.toString('base64url') === cursor &&
      bytes.length > SIGNATURE_BYTES &&
      this.#secrets.some((secret) => timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), signature(secret, payload)));
    if (!genuine) throw wrongCursor(cursor);
    const [belongsTo, after, late] = payloadSchema.parse(JSON.parse(payload.toString()));
    if (belongsTo !== fingerprint(subject)) throw wrongCursor(cursor);
    return { after, isLate: late === LATE };
  }
}

function signature(secret: string, payload: Buffer): Buffer {
  return createHmac('sha256', secret).update(payload).digest().subarray(0, SIGNATURE_BYTES);
}

/** @throws {Problem} `invalid_limit` when an API let an impossible limit through. */
export function pageLimit(provided: number | null | undefined): number {
  const limit = provided ?? PAGE_LIMIT.fallback;
  if (!Number.isInteger(limit) || limit < PAGE_LIMIT.minimum || limit > PAGE_LIMIT.maximum) {
    throw new Problem('invalid_limit', {
      min_limit: PAGE_LIMIT.minimum,
      max_limit: PAGE_LIMIT.maximum,
      provided: limit,
    });
  }
  return limit;
}

/** Cuts `limit + 1` rows to a page; the extra row only shows that there is more. */
export function toPage<T>(rows: readonly T[], limit: number, cursorAfter: (last: T) => string): Page<T> {
  const items = rows.length > limit ? rows.slice(0, limit) : rows;
  const last = items.at(-1);
  const hasMore = rows.length > limit;
  return { items, page: { nextCursor: hasMore && last !== undefined ? cursorAfter(last) : null, hasMore, limit } };
}

function fingerprint({ list, allowlist, filters: unordered }: CursorSubject): string {
  const filters = Object.entries(unordered).sort(([a], [b]) => (a < b ? -1 : 1));
  const within = allowlist === 'all' ? allowlist : allowlist.toSorted();
  return createHash('sha256')
    .update(JSON.stringify([list, within, filters]))
    .digest('base64url')
    .slice(0, 16);
}

function wrongCursor(cursor: string): Problem {
  return invalid([
    {
      loc: ['query', 'cursor'],
      msg: 'Value error, this cursor was not issued for this list and these filters',
      type: 'value_error',
      input: cursor.slice(0, 200),
    },
  ]);
}
