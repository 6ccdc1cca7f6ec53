import { z } from 'zod';
import type { WrittenAnswer } from '../../../core/errors/problem.js';
import { written } from '../../../core/errors/written.js';

/**
 * Answers of version 1 were kept as rows and rendered at each replay. This is how that version rendered them, for ever: it is
 * not to follow what has changed since.
 */
interface Frozen {
  /** The contract's name of each member, and the row's. */
  readonly members: Readonly<Record<string, string>>;
  /** Members that are objects. */
  readonly within?: Readonly<Record<string, Frozen>>;
}

const REVERSAL: Frozen = {
  members: {
    reversed_at: 'reversedAt',
    reason: 'reason',
    is_nsf: 'isNsf',
    reference_number: 'referenceNumber',
    reversed_by: 'reversedBy',
  },
};

export const PAYMENT_OF_VERSION_1: Frozen = {
  members: {
    payment_id: 'id',
    account_id: 'accountId',
    amount_cents: 'amountCents',
    payment_method: 'paymentMethod',
    check_number: 'checkNumber',
    status: 'status',
    effective_date: 'effectiveDate',
    external_reference: 'externalReference',
    memo: 'memo',
    reference_number: 'referenceNumber',
    posted_at: 'postedAt',
    reversal: 'reversal',
  },
  within: { reversal: REVERSAL },
};

export const SCHEDULE_OF_VERSION_1: Frozen = {
  members: {
    id: 'id',
    account_id: 'accountId',
    payment_method_id: 'paymentMethodId',
    amount_cents: 'amountCents',
    frequency_unit: 'frequencyUnit',
    frequency_interval: 'frequencyInterval',
    start_date: 'startDate',
    anchor_day: 'anchorDay',
    end_date: 'endDate',
    next_run_date: 'nextRunDate',
    status: 'status',
  },
};

export const METHOD_OF_VERSION_1: Frozen = {
  members: {
    id: 'id',
    party_id: 'partyId',
    instrument_type: 'instrumentType',
    nickname: 'nickname',
    holder_name: 'holderName',
    last_four: 'lastFour',
    card_brand: 'cardBrand',
    expiration_month: 'expirationMonth',
    expiration_year: 'expirationYear',
    bank_name: 'bankName',
    is_active: 'isActive',
  },
};

/** Only successes that are settled were kept: each was a 201. */
export function writtenByVersion1(resource: unknown, frozen: Frozen): WrittenAnswer {
  return written(201, rendered(resource, frozen));
}

const membersOf = z.record(z.string(), z.unknown());

function rendered(value: unknown, { members, within = {} }: Frozen): unknown {
  const row = membersOf.safeParse(value).data;
  if (row === undefined) return null;
  const shown = Object.entries(members)
    .filter(([, name]) => Object.hasOwn(row, name))
    .map(([contractName, name]) => {
      const inner = within[contractName];
      return [contractName, inner === undefined ? row[name] : rendered(row[name], inner)];
    });
  return Object.fromEntries(shown);
}
