import type { Command } from 'commander';
import { systemPrincipal } from '../../core/auth/principal.js';
import { statement } from '../../core/db/statement.js';
import { answering, table } from '../answer.js';
import { withSession } from '../session.js';

interface LoanSystemRow {
  readonly code: string;
  readonly kind: string;
  readonly base_url: string | null;
  readonly accounts: number;
}

const allLoanSystems = statement<Record<never, never>, LoanSystemRow>({
  name: 'cli.loan_systems',
  unscoped: 'loan systems stand above organizations: administration only',
  text: () => `
    select code, kind, base_url, (select count(*) from account where loan_system_code = code) as accounts
      from loan_system order by code`,
});

export function registerLoanSystems(program: Command): void {
  const loanSystems = program.command('loan-systems').description('loan management systems that hold accounts');
  answering(loanSystems.command('list').description('every loan system, and how many accounts it holds'), async () => {
    const found = await withSession(({ db }) => db.many(systemPrincipal('cli'), allLoanSystems, {}));
    const rows = found.map(({ code, kind, base_url, accounts }) => [code, kind, String(accounts), base_url ?? '']);
    return { document: { loan_systems: found }, text: table(['CODE', 'KIND', 'ACCOUNTS', 'ADDRESS'], rows) };
  });
}
