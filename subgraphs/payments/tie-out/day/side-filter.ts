import { codeFilter } from '../../../../core/ids/ids.js';
import { processorOf, processorSide } from '../comparison/side-names.js';

/** The name of a side in arguments and answers. */
export const SIDE = 'A loan system’s code, `processor:CODE` of a card processor, or `books`.';

/** Turns a side's name into a list filter: null without one; an invalid name finds nothing. */
export function sideFilter(side: string | null | undefined): string | null {
  const processor = processorOf(side ?? '');
  return processor === undefined ? codeFilter(side) : processorSide(codeFilter(processor) ?? '');
}
