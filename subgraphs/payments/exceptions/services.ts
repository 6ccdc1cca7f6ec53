import type { ServiceParts } from '../../../core/service-parts.js';
import { OperatorExceptionService, type Undecided } from './operator-exception.service.js';

interface Source extends Pick<ServiceParts, 'db' | 'clock' | 'cursors'> {
  readonly undecided: Undecided;
}

/** Exceptions, for resolvers and commands. */
export function exceptionServices({ db, clock, cursors, undecided }: Source) {
  return {
    exceptions: new OperatorExceptionService({ db, clock, cursors, undecided }),
  };
}
