import { snakeCased } from '../../core/contract/case-conversion.js';
import { PAGE_LIMIT } from '../../core/db/list-cursors-and-limits.js';
import { withService } from '../../runtime/assembly/command-services.js';
import { plainly } from '../command-error.js';
import { reader } from '../command-line-principal.js';
import { listed, table, withAnswer } from '../command-result-as-json-or-text.js';
import { option } from '../options.js';
import { onlyOrganization } from '../shared-options.js';
import { payoffs } from './payoffs.js';

/** Commands that read the ledger's books. */
export const ledgerReads = {
  ...payoffs,
  journal: withAnswer(
    'list journal entries with their lines, latest business day first',
    [
      onlyOrganization('only one organization; default: all'),
      option('--account <id>', 'only the loan of this account', { as: 'accountId' }),
      option('--type <type>', 'only this type, for example payment'),
      option('--ledger-account <name>', 'only entries with a line on this ledger account'),
      option('--from <date>', 'the first business day'),
      option('--to <date>', 'the last business day'),
      option('--limit <count>', 'most entries to show: 1 to 1000', { byDefault: String(PAGE_LIMIT.fallback) }),
      option('--cursor <cursor>', 'the next page: next_cursor of the previous one, with the same filters'),
    ],
    async ({ limit, ...filters }) => {
      const { items, page } = await withService('ledger', ({ journal }) =>
        journal.list(reader(), { ...filters, limit: Number(limit) }),
      ).catch(plainly);
      const rows = items.flatMap((entry) =>
        entry.lines.map(({ ledgerAccount, amountCents }, index) => [
          ...(index === 0 ? [entry.effectiveOn, String(entry.referenceNumber), entry.type] : ['', '', '']),
          ledgerAccount,
          amountCents > 0 ? String(amountCents) : '',
          amountCents < 0 ? String(-amountCents) : '',
        ]),
      );
      const heads = ['DAY', 'REFERENCE', 'TYPE', 'LEDGER ACCOUNT', 'DEBIT CENTS', 'CREDIT CENTS'];
      const more = page.nextCursor === null ? '' : `\n(more: --cursor ${page.nextCursor})`;
      return {
        document: {
          items: items.map(({ lines, ...entry }) => ({ ...snakeCased(entry), lines: lines.map(snakeCased) })),
          page: snakeCased(page),
        },
        text: rows.length === 0 ? 'There are no entries.' : `${table(heads, rows)}${more}`,
      };
    },
  ),
  'general-ledger': withAnswer(
    'totals of each ledger account on each business day, in cents',
    [
      option('--from <date>', 'the first business day', { required: true }),
      option('--to <date>', 'the last business day', { required: true }),
      onlyOrganization('only one organization; default: all'),
    ],
    async (period) => {
      const days = await withService('reporting', ({ generalLedger }) => generalLedger.days(reader(), period)).catch(
        plainly,
      );
      const columns = {
        ORGANIZATION: 'organization_id',
        DAY: 'effective_on',
        'LEDGER ACCOUNT': 'ledger_account',
        DEBIT: 'debit_cents',
        CREDIT: 'credit_cents',
        NET: 'net_cents',
      } as const;
      return listed('items', days, columns, { none: 'No entries were posted.' });
    },
  ),
};
