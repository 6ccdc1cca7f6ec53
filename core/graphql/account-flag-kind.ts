import { ACCOUNT_FLAG_KINDS } from '../contract/account-flag.js';
import { enumOf } from './enum.js';

export const FlagKind = enumOf(ACCOUNT_FLAG_KINDS, {
  name: 'AccountFlagKind',
  description: 'The kind of a flag on a loan.',
  values: {
    bankruptcy: 'A borrower is in bankruptcy: the automatic stay applies.',
    deceased: 'A borrower has died.',
    fraud: 'The loan may have been taken out by fraud or with a stolen identity.',
    cease_and_desist: 'A borrower has asked in writing that collection contact ends.',
    do_not_contact: 'A borrower does not want to be contacted.',
    dispute: 'A borrower disputes the debt.',
    scra: 'A borrower is protected by the Servicemembers Civil Relief Act.',
  },
});
