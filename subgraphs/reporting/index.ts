import { batched } from '../../core/graphql/batched-reads.js';
import { nestedList } from '../../core/graphql/nested-list.js';
import { buildSubgraph, type Subgraph } from '../../core/graphql/subgraph.js';
import { requireScope } from '../../core/principal/principal.js';
import type { KeyedDigests } from '../../core/secrets/keyed-digests.js';
import { AgingSummaryResolver } from './aging/aging-summary.resolver.js';
import { GeneralLedgerResolver } from './general-ledger/general-ledger.resolver.js';
import { JournalResolver } from './journal/journal.resolver.js';
import { PortfolioResolver } from './portfolio/portfolio.resolver.js';
import { type PortfolioRecord, portfolioByStatus } from './portfolio/portfolio.store.js';
import { Organization } from './portfolio/portfolio.type.js';
import { ReceiptsResolver } from './receipts/receipts.resolver.js';
import { Account, reportResolver } from './report/report.resolver.js';
import { REPORTS } from './reports/reports.js';
import { ReportTotalsResolver } from './reports/totals.resolver.js';
import { SeriesResolver } from './series/series.resolver.js';
import { type ReportingSource, reportingServices } from './services.js';
import { TimelineResolver } from './timeline/timeline.resolver.js';
import type { TimelineRow } from './timeline/timeline.store.js';
import type { TimelineArguments } from './timeline/timeline.type.js';

/** The reporting subgraph: the reports, portfolio summaries, series, receipts, timelines and the general ledger. */
export function buildReporting(source: ReportingSource & { readonly contactDigests: KeyedDigests }): Subgraph {
  const { db, clock, cursors, contactDigests } = source;
  const { reports, series, timelines, generalLedger } = reportingServices(source);
  const portfolio = batched<readonly PortfolioRecord[]>(async (organizationIds, { principal }) => {
    requireScope(principal, 'reports:read');
    const rows = await db.many(principal, portfolioByStatus, { organizationIds });
    return organizationIds.map((id) => rows.filter((row) => row.organizationId === id));
  });
  return buildSubgraph({
    name: 'reporting',
    contactDigests,
    resolvers: [
      new AgingSummaryResolver({ db, clock }),
      new GeneralLedgerResolver(generalLedger),
      new JournalResolver({ db, cursors }),
      new PortfolioResolver(db, portfolio),
      new ReceiptsResolver({ db, clock, cursors }),
      new ReportTotalsResolver(reports),
      new SeriesResolver(series),
      new TimelineResolver(
        nestedList<TimelineRow, TimelineArguments>(
          (principal, accountIds, asked) => timelines.ofAccounts(principal, accountIds, asked),
          (principal, accountId, asked) => timelines.ofAccount(principal, accountId, asked),
        ),
      ),
      ...REPORTS.map((report) => reportResolver(report, reports)),
    ],
    entities: [Organization, Account],
    references: { Organization: ({ id }) => ({ id }), Account: ({ id }) => ({ id }) },
  });
}
