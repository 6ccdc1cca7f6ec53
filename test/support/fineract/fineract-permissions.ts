import type { WireAnswer } from '../loan-faults.js';
import { notAuthorized } from './fineract-errors.js';

/** The permissions that docs/loan-systems.md lists, and no others. */
export const DOCUMENTED_PERMISSIONS = [
  'READ_LOAN',
  'READ_CLIENT',
  'READ_GROUP',
  'READ_ADDRESS',
  'REPAYMENT_LOAN',
  'RECOVERYPAYMENT_LOAN',
  'ADJUST_LOAN',
  'READ_AUDIT',
  'READ_LOANNOTE',
] as const;

/** As Fineract names what is missing: the entity of a read in the plural, the code of a command. */
export function refusalWithout(permission: string): WireAnswer {
  const [action = '', ...entity] = permission.split('_');
  if (action !== 'READ') return notAuthorized(`User has no authority to: ${permission}`);
  return notAuthorized(`User has no authority to READ ${entity.join('_').toLowerCase()}s`);
}
