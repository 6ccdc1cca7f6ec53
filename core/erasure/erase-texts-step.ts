import { derived } from '../db/columns.js';
import { tableOf } from '../db/sql-types.js';
import { statement } from '../db/statement.js';
import { ERASED_TEXT } from './erased-placeholders-and-digests.js';
import { ERASURE_COVERAGE, type ErasedModel } from './erasure-coverage.js';
import { patternOf } from './erasure-search-terms.js';
import type { ErasurePart } from './erasure-step.js';

const IN_TEXTS = { organizationId: 'Organization.id', accountIds: 'Account.id[]', pattern: 'text' } as const;

interface TextsOf {
  /** The name under which the statement is registered. */
  readonly name: string;
  /** Its texts that ERASURE_COVERAGE lists are erased. */
  readonly model: ErasedModel;
  readonly alias: string;
  readonly ofAccounts: (accountIds: string, organizationId: string) => string;
}

/**
 * Erases free texts on rows of an account, such as memos. A text that names the person is replaced as a whole. The
 * module that owns the table calls this.
 */
export function eraseTexts({ name, model, alias, ofAccounts }: TextsOf): ErasurePart {
  const table = tableOf(model);
  const { erased: written } = ERASURE_COVERAGE[model];
  const made = statement({
    name,
    takes: IN_TEXTS,
    gives: derived({ erased: 'int8' }),
    text: ({ p, scope }) => {
      const names = (column: string) => `${alias}.${column} ~* ${p.pattern}::text`;
      const changes = written.map(
        (column) => `${column} = case when ${names(column)} then '${ERASED_TEXT}' else ${alias}.${column} end`,
      );
      return `
    with erased as (
      update ${table} ${alias} set ${changes.join(', ')}
       where ${alias}.organization_id = ${p.organizationId} and ${scope(`${alias}.organization_id`)}
         and ${ofAccounts(p.accountIds, p.organizationId)} and (${written.map(names).join(' or ')})
      returning 1)
    select count(*) as erased from erased`;
    },
  });
  return async (tx, { principal, organizationId, terms }) => {
    const pattern = patternOf(terms.texts);
    if (pattern === undefined) return {};
    const found = await tx.first(principal, made, { organizationId, accountIds: terms.accountIds, pattern });
    return { [table]: found?.erased ?? 0 };
  };
}

/** For rows with an `account_id` column. */
export const ofAccount = (alias: string) => (accountIds: string) => `${alias}.account_id = any(${accountIds}::text[])`;
