import { type Command, InvalidArgumentError } from 'commander';
import type { SealedHead } from '../../core/audit/sealing/seal-entries.js';
import {
  type Finding,
  type FindingKind,
  type Verification,
  verifyAuditLog,
} from '../../core/audit/verifying/verify.js';
import { auditMacs } from '../../runtime/assembly/audit-macs.js';
import { withSession } from '../../runtime/session.js';
import { answering, table } from '../answer.js';

export function registerAudit(program: Command): void {
  const audit = program.command('audit').description('the audit log: verify its seals');
  const command = audit
    .command('verify')
    .description(
      'whether rows were changed, removed or put in between since they were sealed; ends with 1 when they were',
    )
    .option(
      '--head <organization:sequence:hash...>',
      'a head that was noted earlier, as the log of the worker tells it: it must still stand there',
      notedHead,
      [],
    );
  answering(command, async () => {
    const { head: known } = command.opts<{ head: readonly SealedHead[] }>();
    const verification = await withSession(({ db, config }) => verifyAuditLog({ db, macs: auditMacs(config), known }), {
      use: { keepsSecrets: true },
    });
    if (verification.findings.length > 0) process.exitCode = 1;
    return { document: documentOf(verification), text: textOf(verification) };
  });
}

/** Of what stands above organizations, the organization is left out: `:12:ab…`. */
function notedHead(text: string, earlier: readonly SealedHead[]): readonly SealedHead[] {
  const [, organizationId, sequence, hash] = /^([^:]*):([1-9]\d{0,8}):([\w-]{43})$/.exec(text) ?? [];
  if (organizationId === undefined || sequence === undefined || hash === undefined)
    throw new InvalidArgumentError('it is ORGANIZATION:SEQUENCE:HASH, as the log tells it');
  return [...earlier, { organizationId, sequence: Number(sequence), hash }];
}

const IN_WORDS: Readonly<Record<FindingKind, string>> = {
  entry_changed: 'was changed since it was sealed',
  entry_mask_unproven: 'was masked since it was sealed, which a key vouches for that DATA_ENCRYPTION_KEYS lacks',
  entry_removed: 'was sealed, and is gone',
  entry_inserted: 'was put in between rows that had been sealed',
  entry_backdated: 'says that it was done an hour or more before the seal that was made before its own',
  seal_changed: 'is not what was sealed, or does not follow from the one before it',
  seal_removed: 'is gone',
  seal_inserted: 'stands behind the head',
  head_changed: 'is not where the seals have come to, or was not written by the product',
  head_removed: 'is gone, though there are seals',
  head_unproven: 'was written under a key that DATA_ENCRYPTION_KEYS lacks',
  head_contradicted: 'is not what was noted earlier',
};

/** In words; JSON has all of them. */
const MOST_IDS = 20;

function textOf({ findings, chains, waiting }: Verification): string {
  const sealed = chains.map(({ organizationId, sequence, entries, hash }) => [
    organizationId || '(above organizations)',
    String(sequence),
    String(entries),
    hash,
  ]);
  return [
    ...(sealed.length > 0 ? [table(['ORGANIZATION', 'SEALS', 'ROWS', 'HEAD'], sealed)] : []),
    ...waiting.map(
      ({ organizationId, entries, oldestAt, ids }) =>
        `${organizationId || '(above organizations)'}: ${entries} row(s) wait for their seal, the oldest of ${oldestAt}: ${ids.join(', ')}`,
    ),
    ...chains
      .filter(({ masked }) => masked.length > 0)
      .map(
        ({ organizationId, masked }) =>
          `${organizationId || '(above organizations)'}: of ${masked.length} row(s) card numbers were masked since they were sealed, and nothing else was changed: ${masked.slice(0, MOST_IDS).join(', ')}${masked.length > MOST_IDS ? ', …' : ''}`,
      ),
    ...(findings.length === 0 ? ['Nothing was changed since it was sealed.'] : findings.map(sentence)),
  ].join('\n');
}

function sentence({ kind, organizationId, sequence, entryId }: Finding): string {
  const what = entryId === null ? `${kind.split('_')[0]}${sequence === null ? '' : ` ${sequence}`}` : `row ${entryId}`;
  return `${organizationId || '(above organizations)'}: ${what} ${IN_WORDS[kind]}`;
}

function documentOf({ findings, chains, waiting }: Verification) {
  const organization = (id: string) => (id === '' ? null : id);
  return {
    intact: findings.length === 0,
    findings: findings.map(({ kind, organizationId, sequence, entryId }) => ({
      ...{ kind, organization_id: organization(organizationId), sequence, entry_id: entryId },
    })),
    chains: chains.map(({ organizationId, sequence, hash, entries, masked, restarts }) => ({
      ...{ organization_id: organization(organizationId), sequence, hash, entries, masked, restarts },
    })),
    waiting: waiting.map(({ organizationId, entries, oldestAt, ids }) => ({
      ...{ organization_id: organization(organizationId), entries, oldest_at: oldestAt, ids },
    })),
  };
}
