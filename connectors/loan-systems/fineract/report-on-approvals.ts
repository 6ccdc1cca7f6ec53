import type { FineractApi } from './fineract-api.js';
import { configuration, permissionList } from './response-schemas.js';

/** The commands that we send. */
const COMMANDS = ['REPAYMENT_LOAN', 'RECOVERYPAYMENT_LOAN', 'ADJUST_LOAN'];

/**
 * Which of our commands need another user's approval, by the server's configuration. Nothing for a user who may not
 * read that: the first command that waits shows it.
 */
export async function approvalWarnings(
  api: FineractApi,
  isHeld: (permission: string) => boolean,
): Promise<readonly string[]> {
  if (isHeld('CHECKER_SUPER_USER')) return [];
  const isOn = await api.get(['configurations', 'name', 'maker-checker'], {});
  if (isOn.kind !== 'answered' || configuration.safeParse(isOn.body).data?.enabled !== true) return [];
  const listed = await api.get(['permissions'], { makerCheckerable: 'true' });
  const permissions = (listed.kind === 'answered' && permissionList.safeParse(listed.body).data) || [];
  const needing = permissions.filter(({ code, selected }) => selected && COMMANDS.includes(code));
  if (needing.length === 0) return [];
  const names = needing.map(({ code }) => code).join(', ');
  return [
    `the loan system’s user needs approval for ${names}: what it posts has no outcome until a person there approves it`,
  ];
}
