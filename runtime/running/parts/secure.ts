import { memoryExposingFlags } from '../../../core/config/memory-exposing-flags.js';
import { keepMemoryPrivate } from '../../parts/memory-privacy.js';
import { securePart } from '../../parts/secure-host-part.js';
import { beginFacade } from './facade.js';
import type { StartPart } from './start-part.js';

export const startPart: StartPart = async (begin, resources) => {
  keepMemoryPrivate(memoryExposingFlags());
  return begin(securePart(await beginFacade('secure', begin, resources)));
};
