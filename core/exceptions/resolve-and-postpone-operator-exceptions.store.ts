import type { PlainText } from '../contract/stored-text.js';
import { columns, type RowOf } from '../db/columns.js';
import type { ScopedModels } from '../db/prisma.js';
import { rowOf, selected } from '../db/prisma-rows-by-columns.js';
import type { IsoDate } from '../time/dates.js';

export const EXCEPTION = columns('OperatorException', 'x', [
  'id',
  'organizationId',
  'kind',
  'subjectId',
  'detail',
  'createdAt',
  'resolvedAt',
  'resolvedBy',
  'resolution',
  'waitsUntil',
  'waitsBy',
  'waitReason',
]).as<{ detail: object }>();
export type OperatorExceptionRow = RowOf<typeof EXCEPTION>;

interface Resolution {
  readonly resolvedAt: string;
  readonly resolvedBy: string;
  readonly resolution: PlainText;
}

/**
 * Undefined when the exception does not exist or was already resolved. When two operators resolve it, the first one
 * counts.
 */
export async function resolveException(
  { operatorException }: ScopedModels,
  id: string,
  resolution: Resolution,
): Promise<OperatorExceptionRow | undefined> {
  const [resolved] = await operatorException.updateManyAndReturn({
    select: selected(EXCEPTION),
    where: { id, resolvedAt: null },
    data: resolution,
  });
  return resolved === undefined ? undefined : rowOf(EXCEPTION, resolved);
}

/** Resolves the open exceptions of one subject, in every organization within reach. */
export async function resolveAllOf(
  { operatorException }: ScopedModels,
  subject: { readonly kind: string; readonly subjectId: string },
  resolution: Resolution,
): Promise<void> {
  await operatorException.updateMany({ where: { ...subject, resolvedAt: null }, data: resolution });
}

interface Wait {
  readonly waitsUntil: IsoDate;
  readonly waitsBy: string;
  readonly waitReason: PlainText;
}

/** Undefined when the exception does not exist or is resolved. */
export async function postponeException(
  { operatorException }: ScopedModels,
  id: string,
  { waitsUntil, ...wait }: Wait,
): Promise<OperatorExceptionRow | undefined> {
  const [postponed] = await operatorException.updateManyAndReturn({
    select: selected(EXCEPTION),
    where: { id, resolvedAt: null },
    data: { ...wait, waitsUntil: new Date(waitsUntil) },
  });
  return postponed === undefined ? undefined : rowOf(EXCEPTION, postponed);
}
