import { snakeCased } from '../../core/contract/case-conversion.js';
import { withService } from '../../runtime/assembly/command-services.js';
import { KEEPS_SECRETS } from '../../runtime/command-session.js';
import { CommandError, refusals } from '../command-error.js';
import { withScopes } from '../command-line-principal.js';
import { members, withAnswer } from '../command-result-as-json-or-text.js';
import { operand, option } from '../options.js';

export const correctPerson = withAnswer(
  'correct a person’s name or contact data; omitted fields do not change',
  [
    operand('<person>', 'the id of the person', { as: 'personId' }),
    option('--name <name>', 'the display name'),
    option('--email <address>', 'the email address'),
    option('--no-email', 'remove the email address'),
    option('--phone <number>', 'the telephone number'),
    option('--no-phone', 'remove the telephone number'),
    option('--line1 <text>', 'a complete new address: street and number'),
    option('--line2 <text>', 'apartment, floor and so on'),
    option('--city <city>', 'city'),
    option('--state <state>', 'state'),
    option('--postal-code <code>', 'ZIP or postal code'),
    option('--country <code>', 'country, two letters; default: US'),
    option('--no-address', 'remove the current address'),
    option('--key <key>', 'the Idempotency-Key: a command repeated with the same key within 24 hours runs only once'),
  ],
  async ({ personId, key, name, email, phone, address, ...parts }) => {
    const isAddressGiven = Object.keys(parts).length > 0;
    if (isAddressGiven && address === false) throw new CommandError('give an address, or --no-address', 2);
    const contact = { email: given(email), phone: given(phone) };
    const body = { display_name: name, ...contact, address: isAddressGiven ? snakeCased(parts) : given(address) };
    const { person, replayed } = await withService(
      'accounts',
      ({ corrector }) =>
        corrector.correct(withScopes(['ledger:write', 'persons:read']), { personId, idempotencyKey: key, body }),
      KEEPS_SECRETS,
    ).catch(
      refusals({ person_not_found: `there is no person ${personId}` }, ({ message, issues }) =>
        issues === undefined ? message : undefined,
      ),
    );
    const again = replayed ? ' It had already been corrected with this key.' : '';
    return {
      document: members(person, 'id organization_id display_name email phone'),
      text: `${person.displayName} was corrected.${again}`,
    };
  },
);

/** False: its `--no-` form was given. True or undefined: neither form was given. */
function given(value: string | boolean | undefined): string | null | undefined {
  if (value === false) return null;
  return value === true ? undefined : value;
}
