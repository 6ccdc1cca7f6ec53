import type { BoardingUploads } from '../../rest-facade/v1/ledger/boarding-uploads-interface.js';
import {
  buildBoardingUploads,
  type TakeBoarding,
} from '../../subgraphs/servicing/ledger-api/boarding/boarding-uploads.js';
import type { Resources } from './resources.js';

/** How the servicing subgraph receives portfolio files. */
export function receiveBoarding({ db, clock, clientKeys, config }: Resources): TakeBoarding {
  return buildBoardingUploads({ db, clock, clientKeys, maxBytes: config.BOARDING_MAX_BYTES });
}

/** The same for a facade in this process. */
export function localBoardings(resources: Resources): BoardingUploads {
  const take = receiveBoarding(resources);
  return { take: (request, bytes, { principal }) => take(principal, request, bytes) };
}
