import { recordPaymentBody } from '../../core/contract/collected-payment.js';
import { CARD_LENGTHS, randomReferences } from '../../test/support/random-references.js';
import { withNumbers } from '../support/bench.js';

/** How many random references of each card-number length are refused, as `external_reference` or within a memo. */
export const bench = withNumbers({ references: 1_000_000 }, async ({ references }) => {
  for (const digits of CARD_LENGTHS) {
    const refused = { external_reference: 0, memo: 0 };
    for (const reference of randomReferences(digits, references, 2026)) {
      if (!isTaken({ external_reference: reference })) refused.external_reference += 1;
      if (!isTaken({ memo: `till ${reference}` })) refused.memo += 1;
    }
    process.stdout.write(`${JSON.stringify({ digits, references, refused })}\n`);
  }
});

function isTaken(fields: Readonly<Record<string, string>>): boolean {
  return recordPaymentBody.safeParse({ amount_cents: 1, payment_method: 'cash', ...fields }).success;
}
