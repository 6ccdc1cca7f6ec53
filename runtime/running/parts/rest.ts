import { remoteBoardings } from '../../../gateway/remote-boarding-upload.js';
import { remoteExports } from '../../../gateway/remote-exports.js';
import { remoteParts } from '../../assembly/remote-parts.js';
import { basePart } from '../../parts/base-host-part.js';
import { beginFacade } from './facade.js';
import type { StartPart } from './start-part.js';

export const startPart: StartPart = async (begin, shared) => {
  const facade = await beginFacade('rest', begin, shared);
  const { config } = shared;
  const parts = remoteParts(shared);
  const files = {
    exports: remoteExports(config.SUBGRAPH_REPORTING_URL, parts),
    boardings: remoteBoardings(config.SUBGRAPH_SERVICING_URL, parts),
  };
  return begin(basePart(facade, files));
};
