import { InvalidArgumentError } from 'commander';
import type { SealedHead } from '../../core/audit/sealing/seal-entries.js';
import {
  type Finding,
  type FindingKind,
  type Verification,
  verifyAuditLog,
} from '../../core/audit/verifying/verify.js';
import { auditMacs } from '../../runtime/assembly/audit-macs.js';
import { KEEPS_SECRETS, withSession } from '../../runtime/command-session.js';
import { group, members, table, withAnswer } from '../command-result-as-json-or-text.js';
import { option } from '../options.js';

export const auditCommands = group('the audit log: verify its seals', {
  verify: withAnswer(
    'check that no row was changed, removed or inserted since it was sealed; exits with 1 if one was',
    [
      option(
        '--head <organization:sequence:hash...>',
        'a head noted earlier from the worker’s log; the check fails if the chain no longer contains it',
        { as: 'known', parse: notedHead, byDefault: [] },
      ),
    ],
    async ({ known }) => {
      const verification = await withSession(
        ({ db, config }) => verifyAuditLog({ db, macs: auditMacs(config), known }),
        KEEPS_SECRETS,
      );
      if (verification.findings.length > 0) process.exitCode = 1;
      return { document: documentOf(verification), text: textOf(verification) };
    },
  ),
});

/** `organization:sequence:hash`; the organization is empty for the chain above organizations: `:12:ab…`. */
function notedHead(text: string, earlier: readonly SealedHead[]): readonly SealedHead[] {
  const [, organizationId, sequence, hash] = /^([^:]*):([1-9]\d{0,8}):([\w-]{43})$/.exec(text) ?? [];
  if (organizationId === undefined || sequence === undefined || hash === undefined)
    throw new InvalidArgumentError('it must be ORGANIZATION:SEQUENCE:HASH, as in the log');
  return [...earlier, { organizationId, sequence: Number(sequence), hash }];
}

const IN_WORDS: Readonly<Record<FindingKind, string>> = {
  entry_changed: 'was changed since it was sealed',
  entry_mask_unproven: 'was masked since it was sealed, under a key that is missing from DATA_ENCRYPTION_KEYS',
  entry_removed: 'was sealed, and is missing',
  entry_inserted: 'was inserted between rows that had been sealed',
  entry_backdated: 'has a time at least an hour before the seal that preceded its own seal',
  seal_changed: 'differs from the sealed value, or does not follow from the one before it',
  seal_removed: 'is missing',
  seal_inserted: 'comes after the head',
  head_changed: 'does not match the last seal, or was not written by the product',
  head_removed: 'is missing, although there are seals',
  head_unproven: 'was written under a key that is missing from DATA_ENCRYPTION_KEYS',
  head_contradicted: 'differs from the head that was noted earlier',
};

/** Limit for the text output; JSON lists all ids. */
const MOST_IDS = 20;

function textOf({ findings, chains, waiting }: Verification): string {
  const sealed = chains.map(({ organizationId, sequence, entries, hash }) => [
    shownId(organizationId),
    String(sequence),
    String(entries),
    hash,
  ]);
  return [
    ...(sealed.length > 0 ? [table(['ORGANIZATION', 'SEALS', 'ROWS', 'HEAD'], sealed)] : []),
    ...waiting.map(
      ({ organizationId, entries, oldestAt, ids }) =>
        `${shownId(organizationId)}: ${entries} row(s) not sealed yet, the oldest from ${oldestAt}: ${ids.join(', ')}`,
    ),
    ...chains
      .filter(({ masked }) => masked.length > 0)
      .map(
        ({ organizationId, masked }) =>
          `${shownId(organizationId)}: card numbers were masked in ${masked.length} row(s) since they were sealed, with no other change: ${masked.slice(0, MOST_IDS).join(', ')}${masked.length > MOST_IDS ? ', …' : ''}`,
      ),
    ...(findings.length === 0 ? ['No row was changed since it was sealed.'] : findings.map(sentence)),
  ].join('\n');
}

function sentence({ kind, organizationId, sequence, entryId }: Finding): string {
  const what = entryId === null ? `${kind.split('_')[0]}${sequence === null ? '' : ` ${sequence}`}` : `row ${entryId}`;
  return `${shownId(organizationId)}: ${what} ${IN_WORDS[kind]}`;
}

function shownId(organizationId: string): string {
  return organizationId || '(above organizations)';
}

function documentOf({ findings, chains, waiting }: Verification) {
  const withId = <T extends { readonly organizationId: string }>(row: T) => ({
    ...row,
    organizationId: row.organizationId === '' ? null : row.organizationId,
  });
  return {
    intact: findings.length === 0,
    findings: findings.map((one) => members(withId(one), 'kind organization_id sequence entry_id')),
    chains: chains.map((one) => members(withId(one), 'organization_id sequence hash entries masked restarts')),
    waiting: waiting.map((one) => members(withId(one), 'organization_id entries oldest_at ids')),
  };
}
