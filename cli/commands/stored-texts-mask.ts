import { type MaskingParts, maskEntries } from '../../core/audit/masking/mask-card-numbers-already-written.js';
import { recordAudit } from '../../core/audit/record.js';
import { Database } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { type ColumnOutcome, rewriteColumns } from '../../core/db/rewrite-text-columns.js';
import { TEXT_COLUMNS } from '../../core/stored-texts/card-number-rules-by-column.js';
import { systemClock } from '../../core/time/clock.js';
import { auditMacs } from '../../runtime/assembly/audit-macs.js';
import { KEEPS_SECRETS, type Session, withSession } from '../../runtime/command-session.js';
import { mayRewrite } from '../../runtime/roles/may-rewrite-write-once-tables.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { type Answer, group, withAnswer } from '../command-result-as-json-or-text.js';
import { option } from '../options.js';
import { progress } from '../progress.js';

export const storedTextsCommands = group(
  'texts stored by earlier versions: mask card numbers and remove invisible characters',
  {
    mask: withAnswer(
      'check every stored text, including the audit log; safe at any time, also while the product runs',
      [option('--check', 'change nothing; exits with 1 while a text would be changed')],
      ({ check = false }) => withSession((session) => mask(session, check), KEEPS_SECRETS),
    ),
  },
);

async function mask({ config, logger, ownerUrl, db }: Session, check: boolean): Promise<Answer> {
  if (!check && !(await mayRewrite(ownerUrl))) throw new CommandError(NEEDS_OWNER);
  const report = progress();
  const say = (table: string, seen: number) => report(`tributary: ${table}: ${seen} rows`);
  const pool = createPool(ownerUrl, 1, logger);
  try {
    // Recorded first, so that the audit log also shows a run that was killed.
    if (!check)
      await recordAudit(db, systemClock, commandLinePrincipal(), { ...ACT, action: 'stored_texts.begin_masking' });
    const outcomes = await rewriteColumns(ownerUrl, TEXT_COLUMNS, { changes: !check, onProgress: say });
    const parts: MaskingParts = { db: new Database(pool), clock: systemClock, macs: auditMacs(config) };
    const entries = await maskEntries(parts, { changes: !check, onProgress: (seen) => say('audit_log', seen) });
    const found = outcomes.filter(({ replaced, kept }) => replaced > 0 || kept.length > 0);
    const isSomething = entries > 0 || found.length > 0;
    if (!check && isSomething) await recordAudit(db, systemClock, commandLinePrincipal(), actOf(found, entries));
    if (check ? isSomething : found.some(({ kept }) => kept.length > 0)) process.exitCode = 1;
    return answerOf(found, entries, check);
  } finally {
    await pool.end();
  }
}

const NEEDS_OWNER =
  'the role of DATABASE_URL may not change write-once rows: also set DATABASE_OWNER_URL, as for `migrate`';

const ACT = { subject: 'stored_texts', organizationId: null };

function actOf(found: readonly ColumnOutcome[], auditEntries: number) {
  const replaced: Record<string, number> = {};
  for (const outcome of found) replaced[outcome.name] = (replaced[outcome.name] ?? 0) + outcome.replaced;
  return { ...ACT, action: 'stored_texts.mask', after: { auditEntries, replaced } };
}

function answerOf(found: readonly ColumnOutcome[], auditEntries: number, check: boolean): Answer {
  const [did, rows] = check ? ['to be masked', 'rows to be masked'] : ['masked', 'rows masked'];
  const nothing = auditEntries === 0 && found.length === 0;
  const lines = [
    ...found.flatMap(({ name, replaced, kept }) => [
      ...(replaced > 0 ? [`${name}: ${replaced} ${did}`] : []),
      ...kept.map(({ key, why }) => `${name} of ${key.join('/')}: not changed. ${why}`),
    ]),
    ...(auditEntries > 0 ? [`audit_log: ${auditEntries} ${rows}; \`audit verify\` lists them`] : []),
    ...(nothing ? ['No stored text contains a card number or an invisible character.'] : []),
  ];
  const document = {
    is_clean: check ? nothing : found.every(({ kept }) => kept.length === 0),
    is_changed: !check && !nothing,
    columns: found,
    audit_entries: auditEntries,
  };
  return { document, text: lines.join('\n') };
}
