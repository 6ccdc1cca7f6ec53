import { type Access, accessesOf } from './accesses.js';
import { areaOf } from './areas.js';
import { modelCalls } from './model-calls.js';
import { readSources, statementSources } from './statement-source.js';

/** An area's use of a table, and by what: names of statements, or the source that calls a model. */
export interface Use extends Access {
  readonly area: string;
  readonly by: string;
}

/** Every use of a table by any area. */
export async function usesOf(
  statements: readonly { readonly name: string; readonly text: string }[],
): Promise<readonly Use[]> {
  const read = readSources();
  const registered = statementSources(read);
  const byStatements = await Promise.all(
    statements.map(async ({ name, text }) => {
      const areas = new Set(registered.of(name).map((file) => areaOf(file)));
      const [area, another] = areas;
      if (area === undefined || another !== undefined)
        throw new Error(`statement ${name} is registered in ${[...areas].join(' and in ') || 'no known source'}`);
      return (await accessesOf(text)).map((access) => ({ ...access, area, by: name }));
    }),
  );
  const byModels = read.flatMap(({ file, text }) =>
    modelCalls(text).map((access) => ({ ...access, area: areaOf(file), by: file })),
  );
  return [...byStatements.flat(), ...byModels];
}
