import type { Command } from 'commander';
import { snakeCased } from '../../core/contract/case-conversion.js';
import { PAGE_LIMIT } from '../../core/db/list-cursors-and-limits.js';
import { ledgerOf } from '../../runtime/assembly/services/ledger.js';
import { reportingOf } from '../../runtime/assembly/services/reporting.js';
import { withSession } from '../../runtime/command-session.js';
import type { LedgerEntryListArguments } from '../../subgraphs/servicing/ledger-api/journal/ledger-entry.type.js';
import { table, withAnswer } from '../command-result-as-json-or-text.js';
import { reader, withPlainRefusals } from '../reader-principal.js';
import { registerPayoffs } from './payoffs.js';

/** Commands that read the ledger's books. */
export function registerLedgerReads(ledger: Command): void {
  registerPayoffs(ledger);
  registerJournal(ledger);
  registerGeneralLedger(ledger);
}

interface JournalOptions {
  readonly organization?: string;
  readonly account?: string;
  readonly type?: string;
  readonly ledgerAccount?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: string;
  readonly cursor?: string;
}

function registerJournal(ledger: Command): void {
  const command = ledger
    .command('journal')
    .description('list journal entries with their lines, latest business day first')
    .option('--organization <id>', 'only one organization; default: all')
    .option('--account <id>', 'only the loan of this account')
    .option('--type <type>', 'only this type, for example payment')
    .option('--ledger-account <name>', 'only entries with a line on this ledger account')
    .option('--from <date>', 'the first business day')
    .option('--to <date>', 'the last business day')
    .option('--limit <count>', 'most entries to show: 1 to 1000', String(PAGE_LIMIT.fallback))
    .option('--cursor <cursor>', 'the next page: next_cursor of the previous one, with the same filters');
  withAnswer(command, async () => {
    const { organization, account, limit, ...filters } = command.opts<JournalOptions>();
    const asked: LedgerEntryListArguments = {
      ...filters,
      ...(organization !== undefined && { organizationId: organization }),
      ...(account !== undefined && { accountId: account }),
      limit: Number(limit),
    };
    const { items, page } = await withSession((session) =>
      withPlainRefusals(ledgerOf(session).journal.list(reader(), asked)),
    );
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
  });
}

function registerGeneralLedger(ledger: Command): void {
  const command = ledger
    .command('general-ledger')
    .description('totals of each ledger account on each business day, in cents')
    .requiredOption('--from <date>', 'the first business day')
    .requiredOption('--to <date>', 'the last business day')
    .option('--organization <id>', 'only one organization; default: all');
  withAnswer(command, async () => {
    const { from, to, organization } = command.opts<{ from: string; to: string; organization?: string }>();
    const days = await withSession((session) =>
      withPlainRefusals(reportingOf(session).generalLedger.days(reader(), { from, to, organizationId: organization })),
    );
    const rows = days.map((row) => [
      row.organization_id,
      row.effective_on,
      row.ledger_account,
      ...[row.debit_cents, row.credit_cents, row.net_cents].map(String),
    ]);
    const heads = ['ORGANIZATION', 'DAY', 'LEDGER ACCOUNT', 'DEBIT', 'CREDIT', 'NET'];
    return { document: { items: days }, text: rows.length === 0 ? 'No entries were posted.' : table(heads, rows) };
  });
}
