import pg from 'pg';

const { builtins } = pg.types;

const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [builtins.INT8]: Number,
  [builtins.DATE]: (text) => text,
  [builtins.TIMESTAMPTZ]: isoInstant,
};

/** Each statement reads by an index whatever its values: planning it every time costs a small read four times as much. */
const SESSION = '-c TimeZone=UTC -c plan_cache_mode=force_generic_plan';

export function openPool(connectionString: string): pg.Pool {
  return new pg.Pool({
    connectionString,
    max: 16,
    options: SESSION,
    types: { getTypeParser: (id, format) => PARSERS[id] ?? pg.types.getTypeParser(id, format) },
  });
}

/** `2026-01-02 03:04:05.67+00` → `2026-01-02T03:04:05.670Z`. */
function isoInstant(text: string): string {
  const milliseconds = text.slice(20, -3).slice(0, 3).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}
