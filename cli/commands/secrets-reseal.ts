import type { Command } from 'commander';
import { type RenewedMaskings, renewMaskings } from '../../core/audit/masking/sign-maskings-under-new-key.js';
import { type RenewedHeads, renewHeads } from '../../core/audit/sealing/sign-heads-under-new-key.js';
import { type ColumnSecrets, reseal } from '../../core/sealed-columns/reseal.js';
import { SecretsAtRest } from '../../core/secrets/at-rest.js';
import { auditMacs } from '../../runtime/assembly/audit-macs.js';
import { SEALED_COLUMNS } from '../../runtime/assembly/sealed-columns.js';
import { withSession } from '../../runtime/command-session.js';
import { type Answer, withAnswer } from '../command-result-as-json-or-text.js';

export function registerReseal(secrets: Command): void {
  const command = secrets
    .command('reseal')
    .description(
      'step 3 of 4: encrypt every stored secret again, under the first data key; may be repeated at any time',
    )
    .option('--check', 'change nothing; exits with 1 while a secret is under another key or cannot be decrypted');
  withAnswer(command, () => {
    const { check = false } = command.opts<{ check?: true }>();
    return withSession(
      async ({ db, config }) => {
        const parts = { db, secrets: new SecretsAtRest(config.DATA_ENCRYPTION_KEYS), columns: SEALED_COLUMNS };
        const columns = await reseal(parts, { changes: !check, onProgress: progress() });
        const macs = auditMacs(config);
        return answerOf(columns, await renewHeads(db, macs, !check), await renewMaskings(db, macs, !check));
      },
      { use: { keepsSecrets: true } },
    );
  });
}

/** Progress on standard error; standard output is for the result. */
function progress(): (name: string, seen: number) => void {
  const REPORT_EVERY_MS = 2_000;
  let reportedAt = performance.now();
  return (name, seen) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    process.stderr.write(`tributary: ${name}: ${seen} secrets\n`);
  };
}

function answerOf(columns: readonly ColumnSecrets[], heads: RenewedHeads, maskings: RenewedMaskings): Answer {
  const isDone =
    columns.every(
      ({ underOthers, inClear, unopened }) =>
        Object.keys(underOthers).length === 0 && inClear === 0 && unopened.length === 0,
    ) && [heads, maskings].every(({ underOthers, unproven }) => underOthers === 0 && unproven.length === 0);
  if (!isDone) process.exitCode = 1;
  const lines = [
    ...columns.flatMap(linesOf),
    `heads of the audit log: ${heads.renewed} signed again, ${heads.underOthers} under other keys, ${heads.unproven.length} not proven`,
    ...(isNothing(maskings)
      ? []
      : [
          `masked rows of the audit log: ${maskings.renewed} signed again, ${maskings.underOthers} under other keys, ${maskings.unproven.length} not proven`,
        ]),
    isDone ? 'Every secret is under the first key.' : 'Some secrets are under another key, or cannot be decrypted.',
  ];
  const document = {
    is_done: isDone,
    columns: columns.map(({ name, secrets, resealed, wereInClear, underOthers, inClear, unopened }) => ({
      ...{
        name,
        secrets,
        resealed,
        were_in_clear: wereInClear,
        under_others: underOthers,
        in_clear: inClear,
        unopened,
      },
    })),
    audit_heads: { renewed: heads.renewed, under_others: heads.underOthers, unproven: heads.unproven },
    audit_maskings: { renewed: maskings.renewed, under_others: maskings.underOthers, unproven: maskings.unproven },
  };
  return { document, text: lines.join('\n') };
}

function isNothing({ renewed, underOthers, unproven }: RenewedMaskings): boolean {
  return renewed === 0 && underOthers === 0 && unproven.length === 0;
}

function linesOf({ name, secrets, resealed, underOthers, inClear, unopened }: ColumnSecrets): readonly string[] {
  const others = Object.entries(underOthers).map(([keyId, count]) => `${count} under the key ${keyId}`);
  const clear = inClear > 0 ? [`${inClear} in plaintext`] : [];
  return [
    [`${name}: ${secrets} secret(s), ${resealed} encrypted again`, ...others, ...clear].join(', '),
    ...unopened.map(({ key, why }) =>
      why === 'altered'
        ? `  ${key.join('/')}: was changed, or belongs to another row`
        : `  ${key.join('/')}: is under a key that is missing from DATA_ENCRYPTION_KEYS`,
    ),
  ];
}
