import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MODULE_IMPORTS, moduleOf } from '../modules.js';

/** Every source of the product that may register a statement. */
export function sources(): readonly string[] {
  return Object.keys(MODULE_IMPORTS)
    .flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .map((file) => join(room, file)),
    )
    .filter((file) => !file.startsWith('prisma/client/'));
}

/**
 * The area of a source: a folder of core or of the connectors, a folder of a subgraph (named without `subgraphs/`),
 * reporting as a whole, and each other module as a whole.
 */
export function areaOf(file: string): string {
  const [room = '', first = '', second = '', ...rest] = file.split('/');
  if (room === 'subgraphs') return first === 'reporting' || rest.length === 0 ? first : `${first}/${second}`;
  return (room === 'core' || room === 'connectors') && second !== '' ? `${room}/${first}` : room;
}

/** Whether an area's module may be imported by another area's, so that it may be read from there. */
export function isBelow(area: string, other: string): boolean {
  return MODULE_IMPORTS[roomOfArea(other)]?.includes(roomOfArea(area)) === true;
}

/** Areas of subgraphs are named without their module. */
function roomOfArea(area: string): string {
  const room = moduleOf(`${area}/`);
  return room in MODULE_IMPORTS ? room : 'subgraphs';
}
