import { codeFilter } from '../../../../core/ids/ids.js';
import { processorOf, processorSide } from '../look/kinds.js';

/** As arguments and answers name what is compared with. */
export const SIDE = 'A loan system’s code, `processor:CODE` of a card processor, or `books`.';

/** A list's filter by a side: null without one; what cannot be one finds nothing. */
export function sideFilter(side: string | null | undefined): string | null {
  const processor = processorOf(side ?? '');
  return processor === undefined ? codeFilter(side) : processorSide(codeFilter(processor) ?? '');
}
