import type { Command } from 'commander';
import { Problem } from '../../core/errors/problem.js';
import { erasuresOf } from '../../runtime/assembly/services/erasures.js';
import { withSession } from '../../runtime/command-session.js';
import type { ErasureSubject } from '../../subgraphs/servicing/platform/erasure/erasure.service.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { table, withAnswer } from '../command-result-as-json-or-text.js';
import { registerCorrectPerson } from './persons-correct.js';

export function registerPersons(program: Command): void {
  const persons = program
    .command('persons')
    .description('borrowers: correct a name or contact data; erase personal data on request');
  registerCorrectPerson(persons);
  registerErase(persons);
}

interface EraseOptions {
  readonly email?: string;
  readonly organization?: string;
  readonly dryRun?: true;
}

function registerErase(persons: Command): void {
  const command = persons
    .command('erase')
    .argument('[person]', 'the id of the person')
    .description('erase a person’s contact data, or the events of an email address; if interrupted, run it again')
    .option('--email <address>', 'instead of a person: the address whose email provider events are erased')
    .option('--organization <id>', 'with --email: the organization that wrote to the address')
    .option('--dry-run', 'only count what would be erased');
  withAnswer(command, async (personId) => {
    const { dryRun = false, ...options } = command.opts<EraseOptions>();
    const subject = subjectOf(personId, options);
    const { id, counts } = await withSession(
      async (session) => {
        const erasures = erasuresOf(session);
        if (dryRun) return { id: null, counts: await erasures.dryRun(commandLinePrincipal(), subject) };
        return erasures.run(commandLinePrincipal(), subject);
      },
      { use: { keepsSecrets: true } },
    ).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      if (error.code === 'person_not_found') throw new CommandError(`there is no person ${personId}`);
      if (error.code === 'organization_not_found')
        throw new CommandError(`there is no organization ${options.organization}`);
      throw error;
    });
    const rows = Object.entries(counts).filter(([, count]) => count > 0);
    const listed =
      rows.length === 0
        ? 'No data was found.'
        : table(
            ['TABLE', 'ROWS'],
            rows.map(([name, n]) => [name, String(n)]),
          );
    const said = dryRun ? 'This would be erased; nothing was changed.' : `Erased, as ${id}.`;
    return { document: { id, is_dry_run: dryRun, counts }, text: `${listed}\n\n${said}` };
  });
}

function subjectOf(personId: string | undefined, { email, organization }: EraseOptions): ErasureSubject {
  if (personId !== undefined && email === undefined && organization === undefined) return { kind: 'person', personId };
  if (personId === undefined && email !== undefined && organization !== undefined)
    return { kind: 'recipient', organizationId: organization, address: email };
  throw new CommandError('give a person, or an address with --email and --organization', 2);
}
