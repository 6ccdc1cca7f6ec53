import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Beside each file what it compresses to, once and for all: the host only picks. Of what was written: nothing changes it after. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const fileName of Object.keys(bundle)) {
        const path = join(dir, fileName);
        const bytes = readFileSync(path);
        const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
        const gzip = gzipSync(bytes, { level: 9 });
        if (brotli.length < bytes.length) writeFileSync(`${path}.br`, brotli);
        if (gzip.length < bytes.length) writeFileSync(`${path}.gz`, gzip);
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed()],
  // The product's root has another React, for its explorer.
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    target: 'es2022',
    // The policy allows nothing inline.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    // `npm start` beside it answers what is no page.
    proxy: { '/graphql': 'http://127.0.0.1:4001', '/session': 'http://127.0.0.1:4001' },
  },
});
