import { ACCOUNT_STATUS_CODES } from '../contract/account.js';
import { enumOf } from './enum.js';

/** One declaration, shared by the subgraphs that tell where a loan stands. */
export const StatusCode = enumOf(ACCOUNT_STATUS_CODES, {
  name: 'AccountStatusCode',
  description: 'Where a loan stands.',
  values: {
    pending: 'Not paid out yet.',
    active: 'Running, with nothing past due.',
    delinquent: 'Running, with something past due.',
    charged_off: 'Written off; what still comes in is a recovery.',
    paid_in_full: 'Nothing is owed any more.',
    closed: 'Ended otherwise: withdrawn, refinanced, or closed by its lender.',
    unknown: 'Its loan system tells a status that is not known here; readable, takes no payments.',
  },
});
