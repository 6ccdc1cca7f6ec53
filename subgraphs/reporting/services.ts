import type { ServiceParts } from '../../core/service-parts.js';
import { GeneralLedgerService } from './general-ledger/general-ledger.service.js';
import { ReportService } from './report/report.service.js';
import { SeriesService } from './series/series.service.js';
import { TimelineService } from './timeline/timeline.service.js';

export type ReportingSource = Pick<ServiceParts, 'db' | 'clock' | 'cursors'>;

/** Every service of this subgraph, for its resolvers and for commands. */
export function reportingServices({ db, clock, cursors }: ReportingSource) {
  return {
    reports: new ReportService({ db, clock, cursors }),
    series: new SeriesService({ db, cursors }),
    timelines: new TimelineService({ db, clock, cursors }),
    generalLedger: new GeneralLedgerService(db),
  };
}
