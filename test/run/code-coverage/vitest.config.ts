import { mergeConfig } from 'vitest/config';
import suite from '../../../vitest.config.js';
import { compiledInstead } from './compiled.js';

const ROOT = process.cwd();

/** The suite for `npm run coverage`, which runs the compiled product in the workers too. */
export default mergeConfig(suite, {
  plugins: [
    {
      name: 'compiled-product',
      enforce: 'pre' as const,
      resolveId: (specifier: string, importer?: string) => compiledInstead(ROOT, specifier, importer),
    },
  ],
  test: {
    setupFiles: ['test/run/code-coverage/worker-report.ts'],
    server: { deps: { external: [/\/dist\//] } },
  },
});
