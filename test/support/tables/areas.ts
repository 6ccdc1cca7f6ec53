import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Rooms in their order: each may import, and read the tables of, those before it. */
const ROOMS: readonly string[] = [
  'core',
  'loan-model',
  'ledger',
  'connectors',
  'subgraphs',
  'gateway',
  'rest-facade',
  'prisma',
  'runtime',
  'cli',
];

/** Every source of the product that may register a statement. */
export function sources(): readonly string[] {
  return ROOMS.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => join(room, file)),
  ).filter((file) => !file.startsWith('prisma/client/'));
}

/**
 * The area that a source is in: a folder of core or of the connectors, a folder of a subgraph (named without `subgraphs/`), reporting as a
 * whole, and each other room as a whole.
 */
export function areaOf(file: string): string {
  const [room = '', first = '', second = '', ...rest] = file.split('/');
  if (room === 'subgraphs') return first === 'reporting' || rest.length === 0 ? first : `${first}/${second}`;
  return (room === 'core' || room === 'connectors') && second !== '' ? `${room}/${first}` : room;
}

/** Whether an area is in a room before another's, so that it may be read from there. */
export function isBelow(area: string, other: string): boolean {
  return roomNumber(area) < roomNumber(other);
}

function roomNumber(area: string): number {
  const [room = ''] = area.split('/');
  const found = ROOMS.indexOf(room);
  return found === -1 ? ROOMS.indexOf('subgraphs') : found;
}
