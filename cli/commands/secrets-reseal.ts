import { type RenewedMaskings, renewMaskings } from '../../core/audit/masking/sign-maskings-under-new-key.js';
import { type RenewedHeads, renewHeads } from '../../core/audit/sealing/sign-heads-under-new-key.js';
import { type ColumnSecrets, reseal as resealColumns } from '../../core/sealed-columns/reseal.js';
import { SecretsAtRest } from '../../core/secrets/at-rest.js';
import { auditMacs } from '../../runtime/assembly/audit-macs.js';
import { SEALED_COLUMNS } from '../../runtime/assembly/sealed-columns.js';
import { KEEPS_SECRETS, withSession } from '../../runtime/command-session.js';
import { type Answer, members, withAnswer } from '../command-result-as-json-or-text.js';
import { option } from '../options.js';
import { progress } from '../progress.js';

export const reseal = withAnswer(
  'step 3 of 4: encrypt every stored secret again, under the first data key; may be repeated at any time',
  [option('--check', 'change nothing; exits with 1 while a secret is under another key or cannot be decrypted')],
  ({ check = false }) =>
    withSession(async ({ db, config }) => {
      const report = progress();
      const onProgress = (name: string, seen: number) => report(`tributary: ${name}: ${seen} secrets`);
      const parts = { db, secrets: new SecretsAtRest(config.DATA_ENCRYPTION_KEYS), columns: SEALED_COLUMNS };
      const columns = await resealColumns(parts, { changes: !check, onProgress });
      const macs = auditMacs(config);
      return answerOf(columns, await renewHeads(db, macs, !check), await renewMaskings(db, macs, !check));
    }, KEEPS_SECRETS),
);

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
    columns: columns.map((one) => members(one, 'name secrets resealed were_in_clear under_others in_clear unopened')),
    audit_heads: members(heads, 'renewed under_others unproven'),
    audit_maskings: members(maskings, 'renewed under_others unproven'),
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
