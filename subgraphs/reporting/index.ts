import { requireScope } from '../../core/auth/principal.js';
import type { Clock } from '../../core/clock.js';
import type { Database } from '../../core/db/database.js';
import type { Cursors } from '../../core/db/keyset.js';
import { batched } from '../../core/graphql/batch.js';
import { nestedList } from '../../core/graphql/nested-list.js';
import { buildSubgraph, type Subgraph } from '../../core/graphql/subgraph.js';
import type { KeyedDigests } from '../../core/secrets/keyed-digests.js';
import { AgingSummaryResolver } from './aging/aging-summary.resolver.js';
import { GeneralLedgerResolver } from './general-ledger/general-ledger.resolver.js';
import { GeneralLedgerService } from './general-ledger/general-ledger.service.js';
import { PortfolioResolver } from './portfolio/portfolio.resolver.js';
import { type PortfolioRecord, portfolioByStatus } from './portfolio/portfolio.store.js';
import { Organization } from './portfolio/portfolio.type.js';
import { ReceiptsResolver } from './receipts/receipts.resolver.js';
import { Account, reportResolver } from './report/report.resolver.js';
import { ReportService } from './report/report.service.js';
import { REPORTS } from './reports/reports.js';
import { ReportTotalsResolver } from './reports/totals.resolver.js';
import { SeriesResolver } from './series/series.resolver.js';
import { SeriesService } from './series/series.service.js';
import { TimelineResolver } from './timeline/timeline.resolver.js';
import { TimelineService } from './timeline/timeline.service.js';
import type { TimelineRow } from './timeline/timeline.store.js';
import type { TimelineArguments } from './timeline/timeline.type.js';

interface ReportingSource {
  readonly db: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
  readonly contactDigests: KeyedDigests;
}

/** The reporting subgraph: the ten reports, what each organization's accounts amount to, and the general ledger. */
export function buildReporting({ db, clock, cursors, contactDigests }: ReportingSource): Subgraph {
  const portfolio = batched<readonly PortfolioRecord[]>(async (organizationIds, { principal }) => {
    requireScope(principal, 'reports:read');
    const rows = await db.many(principal, portfolioByStatus, { organizationIds });
    return organizationIds.map((id) => rows.filter((row) => row.organizationId === id));
  });
  const reports = new ReportService({ db, clock, cursors });
  const timelines = new TimelineService({ db, cursors });
  return buildSubgraph({
    name: 'reporting',
    contactDigests,
    resolvers: [
      new PortfolioResolver(db, portfolio),
      ...REPORTS.map((report) => reportResolver(report, reports)),
      new ReportTotalsResolver(reports),
      new AgingSummaryResolver({ db, clock }),
      new ReceiptsResolver({ db, clock, cursors }),
      new SeriesResolver(new SeriesService({ db, cursors })),
      new TimelineResolver(
        nestedList<TimelineRow, TimelineArguments>(
          (principal, accountIds, asked) => timelines.ofAccounts(principal, accountIds, asked),
          (principal, accountId, asked) => timelines.ofAccount(principal, accountId, asked),
        ),
      ),
      new GeneralLedgerResolver(new GeneralLedgerService(db)),
    ],
    entities: [Organization, Account],
    references: { Organization: ({ id }) => ({ id }), Account: ({ id }) => ({ id }) },
  });
}
