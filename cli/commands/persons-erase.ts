import { withService } from '../../runtime/assembly/command-services.js';
import { KEEPS_SECRETS } from '../../runtime/command-session.js';
import type { ErasureSubject } from '../../subgraphs/servicing/platform/erasure/erasure.service.js';
import { CommandError, refusals } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { group, table, withAnswer } from '../command-result-as-json-or-text.js';
import { operand, option } from '../options.js';
import { correctPerson } from './persons-correct.js';

export const personsCommands = group('borrowers: correct a name or contact data; erase personal data on request', {
  correct: correctPerson,
  erase: withAnswer(
    'erase a person’s contact data, or the events of an email address; if interrupted, run it again',
    [
      operand('[person]', 'the id of the person', { as: 'personId' }),
      option('--email <address>', 'instead of a person: the address whose email provider events are erased'),
      option('--organization <id>', 'with --email: the organization that wrote to the address'),
      option('--dry-run', 'only count what would be erased'),
    ],
    async ({ personId, dryRun = false, email, organization }) => {
      const subject = subjectOf(personId, email, organization);
      const by = commandLinePrincipal();
      const { id, counts } = await withService(
        'erasures',
        async (erasures) =>
          dryRun ? { id: null, counts: await erasures.dryRun(by, subject) } : erasures.run(by, subject),
        KEEPS_SECRETS,
      ).catch(
        refusals({
          person_not_found: `there is no person ${personId}`,
          organization_not_found: `there is no organization ${organization}`,
        }),
      );
      const rows = Object.entries(counts).filter(([, count]) => count > 0);
      const cells = rows.map(([name, count]) => [name, String(count)]);
      const found = rows.length === 0 ? 'No data was found.' : table(['TABLE', 'ROWS'], cells);
      const done = dryRun ? 'This would be erased; nothing was changed.' : `Erased, as ${id}.`;
      return { document: { id, is_dry_run: dryRun, counts }, text: `${found}\n\n${done}` };
    },
  ),
});

function subjectOf(personId?: string, email?: string, organizationId?: string): ErasureSubject {
  if (personId !== undefined && email === undefined && organizationId === undefined)
    return { kind: 'person', personId };
  if (personId === undefined && email !== undefined && organizationId !== undefined)
    return { kind: 'recipient', organizationId, address: email };
  throw new CommandError('give a person, or an address with --email and --organization', 2);
}
