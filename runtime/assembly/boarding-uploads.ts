import { chunksWhileAdmitted } from '../../core/http/front/chunks-while-admitted.js';
import type { GatewayBoardings } from '../../gateway/boarding-upload-handler.js';
import type { BoardingUploads } from '../../gateway/boarding-uploads-interface.js';
import {
  buildBoardingUploads,
  type TakeBoarding,
} from '../../subgraphs/servicing/ledger-api/boarding/boarding-uploads.js';
import { isStillGood } from './audited-exports-letters-and-contact-reads.js';
import type { Resources } from './resources.js';

/** How the servicing subgraph receives portfolio files. */
export function receiveBoarding({ db, clock, clientKeys, config }: Resources): TakeBoarding {
  return buildBoardingUploads({ db, clock, clientKeys, maxBytes: config.BOARDING_MAX_BYTES });
}

/** The same for a facade in this process. */
export function localBoardings(resources: Resources): BoardingUploads {
  const take = receiveBoarding(resources);
  return {
    take: (request, bytes, { principal, requestId }) => take({ ...principal, requestId }, request, bytes),
  };
}

/** For the gateway's host: a file stops arriving when the session or the key of its sender is revoked. */
export function gatewayBoardings(resources: Resources, boardings: BoardingUploads): GatewayBoardings {
  return {
    maxBytes: resources.config.BOARDING_MAX_BYTES,
    take: (request, bytes, caller) => {
      const isAdmitted = () => isStillGood(resources, caller.principal);
      return boardings.take(request, chunksWhileAdmitted(bytes, isAdmitted), caller);
    },
  };
}
