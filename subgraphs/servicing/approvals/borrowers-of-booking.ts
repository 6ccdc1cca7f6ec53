import { z } from 'zod';
import type { ApprovalRow } from '../../../core/approvals/approval-request.store.js';

const booking = z.object({
  input: z.object({
    borrowers: z.array(z.object({ displayName: z.string().nullish(), partyId: z.string().nullish() })),
  }),
});

/** Who will owe: names of new persons, ids of known ones. Null for other acts, and once the input was removed. */
export function borrowersOf({ act, input }: Pick<ApprovalRow, 'act' | 'input'>): readonly string[] | null {
  if (act !== 'booking') return null;
  const found = booking.safeParse(input);
  if (!found.success) return null;
  return found.data.input.borrowers.map(({ displayName, partyId }) => displayName ?? partyId ?? '');
}
