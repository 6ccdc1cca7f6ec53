import type { Command } from 'commander';
import { snakeCased } from '../../core/contract/case-conversion.js';
import { Problem } from '../../core/errors/problem.js';
import { withSession } from '../../runtime/command-session.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { withAnswer } from '../command-result-as-json-or-text.js';

interface CorrectOptions extends AddressOptions {
  readonly name?: string;
  /** False for `--no-email`. */
  readonly email?: string | false;
  readonly phone?: string | false;
  /** False for `--no-address`. */
  readonly address?: false;
  readonly key?: string;
}

interface AddressOptions {
  readonly line1?: string;
  readonly line2?: string;
  readonly city?: string;
  readonly state?: string;
  readonly postalCode?: string;
  readonly country?: string;
}

export function registerCorrectPerson(persons: Command): void {
  const command = persons
    .command('correct')
    .argument('<person>', 'the id of the person')
    .description('correct a person’s name or contact data; omitted fields do not change')
    .option('--name <name>', 'the display name')
    .option('--email <address>', 'the email address')
    .option('--no-email', 'remove the email address')
    .option('--phone <number>', 'the telephone number')
    .option('--no-phone', 'remove the telephone number')
    .option('--line1 <text>', 'a complete new address: street and number')
    .option('--line2 <text>', 'apartment, floor and so on')
    .option('--city <city>', 'city')
    .option('--state <state>', 'state')
    .option('--postal-code <code>', 'ZIP or postal code')
    .option('--country <code>', 'country, two letters; default: US')
    .option('--no-address', 'remove the current address')
    .option('--key <key>', 'the Idempotency-Key: a command repeated with the same key within 24 hours runs only once');
  withAnswer(command, async (personId = '') => {
    const { key, ...options } = command.opts<CorrectOptions>();
    const request = { personId, idempotencyKey: key, body: bodyOf(options) };
    const by = { ...commandLinePrincipal(), scopes: ['ledger:write', 'persons:read'] as const };
    // Imported here because it loads the loan systems, which an erasure does not need.
    const { accountsOf } = await import('../../runtime/assembly/services/accounts.js');
    const { person, replayed } = await withSession((session) => accountsOf(session).corrector.correct(by, request), {
      use: { keepsSecrets: true },
    }).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.issues !== undefined) throw error;
      if (error.code === 'person_not_found') throw new CommandError(`there is no person ${personId}`);
      throw new CommandError(error.message);
    });
    const { id, organizationId, displayName, email, phone } = person;
    const again = replayed ? ' It had already been corrected with this key.' : '';
    return {
      document: { id, organization_id: organizationId, display_name: displayName, email, phone },
      text: `${displayName} was corrected.${again}`,
    };
  });
}

/** Commander sets an option that has a `--no-` form to `true` when neither form is given. */
function given<T>(value: T | boolean | undefined): T | null | undefined {
  if (value === false) return null;
  return value === true ? undefined : (value as T | undefined);
}

function bodyOf({ name, email, phone, address, line1, line2, city, state, postalCode, country }: CorrectOptions) {
  const whole = Object.fromEntries(
    Object.entries({ line1, line2, city, state, postalCode, country }).filter(([, text]) => text !== undefined),
  );
  const isAddressGiven = Object.keys(whole).length > 0;
  if (isAddressGiven && address === false) throw new CommandError('give an address, or --no-address', 2);
  return {
    display_name: name,
    email: given(email),
    phone: given(phone),
    address: isAddressGiven ? snakeCased(whole) : given(address),
  };
}
