import { readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { pathToFileURL } from 'node:url';
import { convert } from 'ast-v8-to-istanbul';
import coverage, { type CoverageMap, type FileCoverageData } from 'istanbul-lib-coverage';
import { parseAst } from 'rolldown/parseAst';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The line and branch coverage of sources, computed from the coverage of their compiled code. A file that no process
 * loaded counts as not covered.
 *
 * @param compiled - paths of the compiled files, each with a source map next to it
 */
export async function sourceCoverage(
  compiled: readonly string[],
  executed: readonly Profiler.ScriptCoverage[],
): Promise<CoverageMap> {
  const scripts = new Map(executed.map((script) => [script.url, script]));
  const map = coverage.createCoverageMap();
  for (const path of compiled) {
    const code = readFileSync(path, 'utf8');
    const url = pathToFileURL(path).href;
    const converted = await convert<Node>({
      code,
      ast: parseAst(code),
      sourceMap: JSON.parse(readFileSync(`${path}.map`, 'utf8')),
      coverage: scripts.get(url) ?? { url, functions: [neverExecuted(code)] },
      ignoreNode: ({ start }, kind) => kind === 'branch' && code.startsWith(TYPE_OF_A_DECORATED, start),
    });
    map.merge(converted as Record<string, FileCoverageData>);
  }
  return map;
}

/** A condition that the compiler generates for the types of decorated members. */
const TYPE_OF_A_DECORATED = 'typeof (_';

function neverExecuted(code: string): Profiler.FunctionCoverage {
  return {
    functionName: '',
    isBlockCoverage: true,
    ranges: [{ startOffset: 0, endOffset: code.length, count: 0 }],
  };
}
