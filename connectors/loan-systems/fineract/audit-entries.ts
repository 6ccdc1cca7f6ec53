import { LosslessNumber } from 'lossless-json';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';

const numeral = z.instanceof(LosslessNumber).transform(({ value }) => Number(value));

/** The fields that we read of an entry in Fineract's list of commands. */
const auditEntry = z.object({
  id: numeral,
  entityName: z.string(),
  resourceId: numeral.nullish(),
  clientId: numeral.nullish(),
  loanId: numeral.nullish(),
  url: z.string().nullish(),
  madeOnDate: z.unknown().optional(),
});

/** Servers up to 1.11 return the newest 200 entries as a bare list, unless pages are requested. */
export const auditList = z.array(auditEntry);
export const auditPage = z.object({ pageItems: auditList.nullish() });

export type AuditEntry = z.output<typeof auditEntry>;

/** Milliseconds since 1970; undefined when the entry has no readable time. */
export function madeAt({ madeOnDate }: Pick<AuditEntry, 'madeOnDate'>): number | undefined {
  if (madeOnDate instanceof LosslessNumber) return milliseconds(Number(madeOnDate.value));
  if (typeof madeOnDate !== 'string') return undefined;
  try {
    return Temporal.Instant.from(madeOnDate).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** Numbers below this are seconds: as milliseconds they would be in 1973. */
const FIRST_MILLISECOND = 100_000_000_000;

function milliseconds(time: number): number {
  return time < FIRST_MILLISECOND ? Math.round(time * 1_000) : time;
}

/** The loan that an entry names; its address names it where the entry has no field for it. */
export function loanOf({ loanId, entityName, url, resourceId }: AuditEntry): string | undefined {
  if (loanId !== undefined && loanId !== null) return String(loanId);
  const inAddress = /^\/loans\/(\d+)/.exec(url ?? '')?.[1];
  if (inAddress !== undefined) return inAddress;
  return entityName === 'LOAN' && url === '/loans' ? text(resourceId) : undefined;
}

/** The client or group whose data an entry changed. An entry about an address names its client in its address only. */
export function personOf({ entityName, clientId, url, resourceId }: AuditEntry): string | undefined {
  switch (entityName) {
    case 'CLIENT':
      return text(clientId ?? resourceId);
    case 'ADDRESS':
      return text(clientId) ?? /^\/clients?\/(\d+)\//.exec(url ?? '')?.[1];
    case 'GROUP':
    case 'CENTER':
      return resourceId === undefined || resourceId === null ? undefined : `group:${resourceId}`;
    default:
      return undefined;
  }
}

function text(id: number | null | undefined): string | undefined {
  return id === undefined || id === null ? undefined : String(id);
}
