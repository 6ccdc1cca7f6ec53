import type { Database } from '../../core/db/database.js';
import type { Cursors } from '../../core/db/list-cursors-and-limits.js';
import type { Clock } from '../../core/time/clock.js';
import { GeneralLedgerService } from './general-ledger/general-ledger.service.js';
import { ReportService } from './report/report.service.js';
import { SeriesService } from './series/series.service.js';
import { TimelineService } from './timeline/timeline.service.js';

export interface ReportingSource {
  readonly db: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
}

/** Every service of this subgraph, for its resolvers and for commands. */
export function reportingServices({ db, clock, cursors }: ReportingSource) {
  return {
    reports: new ReportService({ db, clock, cursors }),
    series: new SeriesService({ db, cursors }),
    timelines: new TimelineService({ db, cursors }),
    generalLedger: new GeneralLedgerService(db),
  };
}
