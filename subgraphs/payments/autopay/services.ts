import type { CardProcessors } from '../../../connectors/card-processors/registry.js';
import type { LoanSystems } from '../../../connectors/loan-systems/registry.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { ScheduleChanger } from './change/change-schedule.js';
import { OneTimeCharger } from './one-time/one-time-charge.js';
import { AutopayRunService } from './run/autopay-run.service.js';
import { HeldRuns } from './run/release-or-cancel-held-run.js';
import { RunRetrier } from './run/retry-run-now.js';
import { AutopayScheduleService } from './schedule/autopay-schedule.service.js';
import { ScheduleCreator } from './schedule/create-schedule.js';
import { RunsPreviewer } from './schedule/preview-runs.js';

interface Source extends Pick<ServiceParts, 'db' | 'clock' | 'cursors' | 'clientKeys'> {
  readonly systems: LoanSystems;
  readonly processors: CardProcessors;
}

/** Autopay schedules and runs, for resolvers and commands. */
export function autopayServices(source: Source) {
  const { db, clock, cursors, clientKeys } = source;
  const processors = source.processors.codes;
  return {
    schedules: new AutopayScheduleService({ db, cursors }),
    scheduleChanger: new ScheduleChanger({ db, clock, processors }),
    scheduleCreator: new ScheduleCreator({ db, clock, clientKeys, processors }),
    runsPreviewer: new RunsPreviewer(source),
    runs: new AutopayRunService({ db, cursors }),
    heldRuns: new HeldRuns({ db, clock }),
    runRetrier: new RunRetrier({ db, clock }),
    oneTimeCharger: new OneTimeCharger({ db, clock, clientKeys, processors, systems: source.systems }),
  };
}
