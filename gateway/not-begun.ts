import { Problem } from '../core/errors/problem.js';

/** Another part certainly began nothing: it was not reached, or refused the call itself. */
export class NotBegun extends Problem {
  constructor() {
    super('service_unavailable');
  }
}
