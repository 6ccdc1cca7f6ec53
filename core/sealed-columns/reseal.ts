import type { Database } from '../db/database.js';
import { systemPrincipal } from '../principal/principal.js';
import { type SecretsAtRest, sealingKeyId } from '../secrets/at-rest.js';
import type { ServiceParts } from '../service-parts.js';
import type { SealedColumn, SealedRow } from './sealed-column.js';

/** The state of the secrets in one column. */
export interface ColumnSecrets {
  /** `table.column` */
  readonly name: string;
  readonly secrets: number;
  /** Number sealed under the first key by this run. */
  readonly resealed: number;
  /** How many of those were stored in clear before. */
  readonly wereInClear: number;
  /** After the run, the number still sealed under another key than the first, by key id. */
  readonly underOthers: Readonly<Record<string, number>>;
  /** Number in clear, when the run only checks. */
  readonly inClear: number;
  /** Rows that no configured key opens, by primary key. */
  readonly unopened: readonly { readonly key: readonly string[]; readonly why: 'unknown_key' | 'altered' }[];
}

export interface ResealParts extends Pick<ServiceParts, 'db' | 'secrets'> {
  readonly columns: readonly SealedColumn[];
}

export interface ResealOptions {
  /** Whether secrets are resealed, or only checked. */
  readonly changes: boolean;
  /** Called after each batch with the column and the number of its secrets processed so far. */
  readonly onProgress?: (name: string, seen: number) => void;
  readonly batchRows?: number;
}

const ROTATION = systemPrincipal('secrets-rotation');
const BATCH_ROWS = 200;

/**
 * Seals under the first key every secret that is sealed under another one, or that an earlier version stored in clear.
 * Each secret is one statement, which changes the row only if it is still as it was read, so a concurrent write is
 * kept. A killed run, or two runs at once, cause no loss and no duplicates: a repeated run skips secrets that are
 * already under the first key.
 */
export async function reseal(parts: ResealParts, options: ResealOptions): Promise<readonly ColumnSecrets[]> {
  const done: ColumnSecrets[] = [];
  for (const column of parts.columns) done.push(await resealColumn(parts, column, options));
  return done;
}

async function resealColumn(
  { db, secrets }: ResealParts,
  column: SealedColumn,
  { changes, onProgress, batchRows = BATCH_ROWS }: ResealOptions,
): Promise<ColumnSecrets> {
  const [current] = secrets.keyIds;
  const underOthers: Record<string, number> = {};
  const unopened: ColumnSecrets['unopened'][number][] = [];
  let [seen, resealed, wereInClear, inClear] = [0, 0, 0, 0];
  let after = column.start;
  for (;;) {
    const rows: readonly SealedRow[] = await db.many(ROTATION, column.page, { after, limit: batchRows });
    for (const { key, sealed } of rows) {
      const keyId = sealingKeyId(sealed);
      const isClear = keyId === undefined && column.mayBeInClear;
      const opened = isClear
        ? ({ outcome: 'opened', text: sealed } as const)
        : secrets.open(sealed, column.placeOf(key));
      if (opened.outcome !== 'opened') {
        unopened.push({ key, why: opened.outcome });
      } else if (keyId !== current) {
        const isReplaced = changes && (await replaced(db, column, { key, sealed, text: opened.text }, secrets));
        if (isReplaced) resealed += 1;
        if (isReplaced && keyId === undefined) wereInClear += 1;
        if (!isReplaced && keyId === undefined) inClear += 1;
        if (!isReplaced && keyId !== undefined) underOthers[keyId] = (underOthers[keyId] ?? 0) + 1;
      }
    }
    seen += rows.length;
    onProgress?.(column.name, seen);
    const last = rows[rows.length - 1];
    if (last === undefined || rows.length < batchRows) break;
    after = last.key;
  }
  return { name: column.name, secrets: seen, resealed, wereInClear, underOthers, inClear, unopened };
}

async function replaced(
  db: Database,
  column: SealedColumn,
  { key, sealed, text }: SealedRow & { readonly text: string },
  secrets: SecretsAtRest,
): Promise<boolean> {
  const sealedAnew = secrets.seal(text, column.placeOf(key));
  return (await db.first(ROTATION, column.replace, { key, sealed, resealed: sealedAnew })) !== undefined;
}
