import { ACCOUNT_STATUS_CODES } from '../contract/account-enumerations.js';
import { enumOf } from './enum.js';

/** One declaration, shared by the subgraphs that return a loan's status. */
export const StatusCode = enumOf(ACCOUNT_STATUS_CODES, {
  name: 'AccountStatusCode',
  description: 'The status of a loan.',
  values: {
    pending: 'Not disbursed yet.',
    active: 'Active, with nothing past due.',
    delinquent: 'Active, with an amount past due.',
    charged_off: 'Charged off; later payments are recoveries.',
    paid_in_full: 'Paid in full; nothing is owed.',
    closed: 'Ended in another way: withdrawn, refinanced, or closed by its lender.',
    unknown:
      'The loan system reports a status that Tributary does not know; the loan can be read but takes no payments.',
  },
});
