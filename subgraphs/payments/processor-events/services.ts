import type { ServiceParts } from '../../../core/service-parts.js';
import { ProcessorEventService } from './processor-event.service.js';

type Source = Pick<ServiceParts, 'db' | 'clock' | 'cursors'>;

/** Events of card processors, for resolvers and commands. */
export function processorEventServices({ db, clock, cursors }: Source) {
  return { processorEvents: new ProcessorEventService({ db, clock, cursors }) };
}
