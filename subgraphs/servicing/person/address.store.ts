import type { ScopedModels } from '../../../core/db/prisma.js';

const SELECTED = {
  id: true,
  kind: true,
  isCurrent: true,
  line1: true,
  line2: true,
  city: true,
  state: true,
  postalCode: true,
  country: true,
} as const;

/** Of each person within reach, current ones first, then the latest. */
export function personsWithAddresses({ person }: ScopedModels, personIds: readonly string[]) {
  return person.findMany({
    select: { id: true, addresses: { select: SELECTED, orderBy: [{ isCurrent: 'desc' }, { id: 'desc' }] } },
    where: { id: { in: [...personIds] } },
  });
}

export type AddressRow = Awaited<ReturnType<typeof personsWithAddresses>>[number]['addresses'][number];
