import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compiledInstead } from './code-coverage/compiled.js';
import { Executed } from './code-coverage/executed.js';
import { reportOf, textOf } from './code-coverage/report.js';
import { sourceCoverage } from './code-coverage/source-coverage.js';
import { isMeasured } from './code-coverage/sources.js';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** 34 lines of code; only the second process executes the second half. */
const SOURCE = `interface NotCode { readonly value: number }

export function sign(value: number): string {
  if (value < 0) {
${'    value -= 1;\n'.repeat(15)}    return 'negative';
  }
${'  value += 1;\n'.repeat(15)}  return 'positive';
}
`;

describe('npm run coverage', () => {
  let folder: string;
  const file = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'coverage-')));
    writeFileSync(file('package.json'), '{"type":"module"}');
    writeFileSync(file('sign.ts'), SOURCE);
    writeFileSync(file('unused.ts'), SOURCE);
    const options = ['--target', 'es2023', '--module', 'nodenext', '--sourceMap', '--outDir', folder];
    await run(process.execPath, [TSC, ...options, '--rootDir', folder, file('sign.ts'), file('unused.ts')], {
      cwd: folder,
    });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('adds up the coverage of two processes; a file that neither loaded counts too', async () => {
    const reports = file('reports');
    const executed = new Executed(reports, (url) => url.startsWith(pathToFileURL(folder).href));
    const measure = async (value: number) => {
      const program = `import { sign } from './sign.js'; sign(${value});`;
      await run(process.execPath, ['--input-type=module', '-e', program], {
        cwd: folder,
        env: { NODE_V8_COVERAGE: reports },
      });
      expect(executed.take()).toBe(0);
      expect(readdirSync(reports)).toEqual([]);
      const map = await sourceCoverage([file('sign.js'), file('unused.js')], executed.scripts);
      return reportOf(map, (path) => path.replace(`${folder}/`, ''));
    };

    const [unused, sign] = (await measure(1)).least;
    expect(unused).toMatchObject({ file: 'unused.ts', lines: { covered: 0, percent: 0 }, uncovered: ['4-37'] });
    expect(sign).toMatchObject({ file: 'sign.ts', branches: { covered: 1, total: 2 }, uncovered: ['5-20'] });
    const both = await measure(-1);
    expect(both.least[1]).toMatchObject({ file: 'sign.ts', lines: { percent: 100 }, branches: { percent: 100 } });
    expect(textOf(both).at(-1)).toBe('lines 50 % (33 of 66), branches 50 % (2 of 4), in 2 files');
  });

  it('leaves a report that is still being written', () => {
    const reports = mkdtempSync(file('half-'));
    writeFileSync(join(reports, 'half.json'), '{"result":[{');
    expect(new Executed(reports, () => true).take()).toBe(1);
    expect(readdirSync(reports)).toEqual(['half.json']);
  });

  it('measures the product and the client package, not tests, generated code or test tools', () => {
    const paths = [
      'core/ids/ids.ts',
      'sdk/src/list.js',
      'prisma/seed/demo.ts',
      'core/ids/ids.test.ts',
      'test/run/main.ts',
    ];
    expect([...paths, 'sdk/src/generated/scenarios.ts', 'docs/openapi.json'].filter(isMeasured)).toEqual(
      paths.slice(0, 3),
    );
  });

  it('a test imports the compiled product, and its helpers from source', () => {
    const instead = (specifier: string, importer = join(ROOT, 'test/accounts/any.test.ts')) =>
      compiledInstead(ROOT, specifier, importer);
    expect(instead('../../core/ids/ids.js')).toBe(join(ROOT, 'dist/core/ids/ids.js'));
    expect(instead('../../prisma/client/client.js')).toBe(join(ROOT, 'dist/prisma/client/client.js'));
    expect(instead('../../rest-facade/generated/reports.js')).toBe(join(ROOT, 'dist/rest-facade/generated/reports.js'));
    for (const own of [
      '../support/test-instance.js',
      'vitest',
      '../../core/no-such-file.js',
      '../../docs/openapi.json',
    ])
      expect(instead(own)).toBeUndefined();
  });
});
