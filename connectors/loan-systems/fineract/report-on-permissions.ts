import type { SetUpReport } from '../../../loan-model/port.js';
import type { FineractApi } from './fineract-api.js';
import { lacks, missingPermission } from './permissions.js';
import { approvalWarnings } from './report-on-approvals.js';
import { sessionOfUser } from './response-schemas.js';
import type { FineractSettings } from './settings.js';

/** Without these nothing can be synced. */
const NECESSARY = ['READ_LOAN', 'READ_CLIENT'];

/** What is missing without each of the others. */
const OTHERS: Readonly<Record<string, string>> = {
  REPAYMENT_LOAN: 'no payment can be posted',
  ADJUST_LOAN: 'no payment can be reversed',
  RECOVERYPAYMENT_LOAN: 'no payment can be posted on a loan that was written off',
  READ_GROUP: 'loans of groups cannot be read',
  READ_ADDRESS: 'clients are read without addresses',
  READ_LOANNOTE: 'a payment that a restore has lost gets a new id',
  READ_AUDIT:
    'changes are found by reading the list of all loans, and commands that wait for approval cannot be followed',
};

/**
 * The permissions that the user lacks, by Fineract's list of them: a missing one to post would otherwise show only when
 * a payment is posted. A server that does not return the list is asked for one client instead.
 */
export async function reportOnPermissions(
  api: FineractApi,
  { username }: FineractSettings,
  password: string,
): Promise<SetUpReport> {
  if (username === undefined) return reportOnReading(api);
  const answer = await api.logIn({ username, password });
  const session =
    answer.kind === 'answered' && answer.status === 200 ? sessionOfUser.safeParse(answer.body) : undefined;
  if (session?.success !== true) return reportOnReading(api);
  const held = new Set(session.data.permissions);
  const isHeld = (permission: string) =>
    held.has(permission) ||
    held.has('ALL_FUNCTIONS') ||
    (permission.startsWith('READ_') && held.has('ALL_FUNCTIONS_READ'));
  const missing = Object.entries(OTHERS).filter(([permission]) => !isHeld(permission));
  return {
    problems: NECESSARY.filter((permission) => !isHeld(permission)).map(lacks),
    warnings: [
      ...missing.map(([permission, consequence]) => `${lacks(permission)}: ${consequence}`),
      ...(await approvalWarnings(api, isHeld)),
    ],
  };
}

async function reportOnReading(api: FineractApi): Promise<SetUpReport> {
  const path = ['clients'];
  const answer = await api.get(path, { limit: 1 });
  const missing = answer.kind === 'answered' ? missingPermission(answer, path) : undefined;
  return { problems: missing === undefined ? [] : [missing], warnings: [] };
}
