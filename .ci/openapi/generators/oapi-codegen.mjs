import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fetched, run } from './command.mjs';
import { NotHere } from './not-here.mjs';
import { cache, contract, here, work } from './places.mjs';
import { reach } from './registry.mjs';

const VERSION = '2.8.2';
const MODULE = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen';
/** From this version on, go fetches the go version that a module requires. */
const OLDEST_GO = 21;
const ENVIRONMENT = {
  GOCACHE: join(cache, 'go-build'),
  GOMODCACHE: join(cache, 'go-modules'),
  GOBIN: join(cache, `oapi-codegen-${VERSION}`),
  GOFLAGS: '-modcacherw -buildvcs=false',
};
/**
 * Cheap compilation: the programs run for a second or not at all, and nothing is compiled again for an unchanged
 * document.
 */
const QUICKLY = ['-trimpath', '-gcflags=all=-N -l'];

export const oapiCodegen = {
  name: `oapi-codegen ${VERSION}`,
  async check() {
    await requireGo();
    const program = join(ENVIRONMENT.GOBIN, 'oapi-codegen');
    const isCached = await stat(program).then(
      () => true,
      () => false,
    );
    if (!isCached) {
      await reach('https://proxy.golang.org');
      const begun = `${ENVIRONMENT.GOBIN}.begun`;
      await fetched('go', ['install', ...QUICKLY, `${MODULE}@v${VERSION}`], { env: { ...ENVIRONMENT, GOBIN: begun } });
      // Renamed into place, so that it is complete or missing.
      await rm(ENVIRONMENT.GOBIN, { recursive: true, force: true });
      await rename(begun, ENVIRONMENT.GOBIN);
    }
    const folder = join(work, 'go');
    await mkdir(folder);
    await cp(join(here, 'go'), folder, { recursive: true });
    await run(program, ['-generate', 'types,client', '-package', 'client', '-o', join(folder, 'client.go'), contract]);
    await fetched('go', ['mod', 'download'], { cwd: folder, env: ENVIRONMENT });
    await run('go', ['build', ...QUICKLY, './...'], { cwd: folder, env: ENVIRONMENT });
    return 'go compiles';
  },
};

async function requireGo() {
  const printed = await run('go', ['version']);
  const [, minor] = / go1\.(\d+)/.exec(printed) ?? [];
  if (Number(minor) < OLDEST_GO) throw new NotHere(`go is older than 1.${OLDEST_GO}`);
}
