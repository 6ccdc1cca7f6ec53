import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './command.mjs';
import { NotHere } from './not-here.mjs';
import { cache, contract, here, work } from './places.mjs';
import { importAll, pythonWithPackages } from './python.mjs';
import { download, reach } from './registry.mjs';
import { compileTypeScript } from './typescript.mjs';

const MAVEN = 'https://repo1.maven.org/maven2';
const LANGUAGES = ['python', 'typescript-fetch', 'java'];
/** For short runs: less optimization and a single garbage collector thread take half the time. */
const SHORT = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
/** Leaves out files that are not compiled. */
const NO_DOCS = ['apiDocs', 'modelDocs', 'apiTests', 'modelTests'].map((name) => `-D${name}=false`);

export const openapiGenerator = {
  name: 'openapi-generator 7.25.0',
  /** All languages in one process, so that only the first one pays for its start. */
  async check() {
    await run('javac', ['-version']);
    const jars = JSON.parse(await readFile(join(here, 'java/jars.json'), 'utf8'));
    if (!(await allCached(jars))) await reach(MAVEN);
    const [generator, ...libraries] = await Promise.all(jars.map(fetchJar));
    const configurations = await Promise.all(LANGUAGES.map(configuration));
    const arguments_ = [...SHORT, ...NO_DOCS, '-jar', generator, 'batch', '--fail-fast', '--threads', '2'];
    await run('java', [...arguments_, ...configurations], { cwd: work });
    await compileTypeScript(folderOf('typescript-fetch'), 'index.ts');
    await compileJava(folderOf('java'), libraries);
    const programs = await pythonWithPackages().catch((error) => {
      if (error instanceof NotHere) return undefined;
      throw error;
    });
    if (programs === undefined)
      return 'typescript-fetch, java compile; python skipped, its packages could not be fetched';
    await importAll(programs, 'openapi_client', folderOf('python'));
    return `${LANGUAGES.join(', ')} compile`;
  },
};

function folderOf(language) {
  return join(work, `openapi-generator-${language}`);
}

async function configuration(language) {
  const file = join(work, `${language}.json`);
  const settings = { inputSpec: contract, generatorName: language, outputDir: folderOf(language) };
  await writeFile(file, JSON.stringify(settings));
  return file;
}

function cachedJar([coordinates]) {
  return join(cache, 'maven', coordinates.replaceAll('/', '-'));
}

async function allCached(jars) {
  const there = await readdir(join(cache, 'maven')).catch(() => []);
  return jars.every((jar) => there.some((name) => cachedJar(jar).endsWith(`/${name}`)));
}

async function fetchJar(jar) {
  const [path, sha256] = jar;
  await download(`${MAVEN}/${path}`, sha256, cachedJar(jar));
  return cachedJar(jar);
}

async function compileJava(folder, libraries) {
  const sources = await readdir(join(folder, 'src/main/java'), { recursive: true });
  const list = join(folder, 'sources.txt');
  const files = sources.filter((name) => name.endsWith('.java')).map((name) => join(folder, 'src/main/java', name));
  await writeFile(list, files.join('\n'));
  const options = ['-J-XX:TieredStopAtLevel=1', '-nowarn', '-proc:none', '-d', join(folder, 'classes')];
  await run('javac', [...options, '-cp', libraries.join(':'), `@${list}`]);
}
