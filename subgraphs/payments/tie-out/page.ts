import type { Principal } from '../../../core/auth/principal.js';
import type { Transaction } from '../../../core/db/database.js';
import type { Look, Step } from './look.store.js';

/** What a page of the other side came to. It is written in one transaction with the look's next place, or not at all. */
export type PageRead =
  | { readonly kind: 'unanswered' }
  | {
      readonly kind: 'read';
      readonly step: Step;
      readonly place: string;
      readonly loansRead?: number;
      readonly loansUnread?: number;
      readonly write?: (tx: Transaction, principal: Principal) => Promise<void>;
    };

export function page(
  step: Step,
  place: string,
  write?: (tx: Transaction, principal: Principal) => Promise<unknown>,
): Extract<PageRead, { kind: 'read' }> {
  return {
    kind: 'read',
    step,
    place,
    ...(write && { write: async (tx, principal) => void (await write(tx, principal)) }),
  };
}

export function keyOf({ organizationId, id }: Look): { readonly organizationId: string; readonly id: string } {
  return { organizationId, id };
}
