import 'reflect-metadata';
import { createServer } from 'node:http';
import { loadConfig } from '../../core/config/load.js';
import { Cursors } from '../../core/db/list-cursors-and-limits.js';
import { listen } from '../../runtime/parts/listen-and-check-ports.js';
import { expressServer } from './express-server.js';
import { fastifyServer } from './fastify-server.js';
import { openPool } from './pool.js';
import { prismaReads } from './prisma-reads.js';
import { sqlReads } from './reads.js';

/* A server without the product, in its own process: `server.js bare|express|prisma ORGANIZATION`. Prints its address. */

const [, , kind, organizationId = ''] = process.argv;
const { DATABASE_URL: databaseUrl = '', CURSOR_SIGNING_SECRET: cursorSecrets } = await loadConfig();
const pool = openPool(databaseUrl);
// The product's own secret, so that cursors have the same bytes.
const cursors = new Cursors(cursorSecrets);

process.stdout.write(`${JSON.stringify({ base_url: await started() })}\n`);

async function started(): Promise<string> {
  if (kind === 'bare')
    return fastifyServer(pool, sqlReads(pool, cursors), organizationId).listen({ host: '127.0.0.1', port: 0 });
  const reads = kind === 'prisma' ? prismaReads(databaseUrl, cursors) : sqlReads(pool, cursors);
  const server = createServer(expressServer(pool, reads, kind === 'express'));
  return `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0, variable: 'PORT' })}`;
}
