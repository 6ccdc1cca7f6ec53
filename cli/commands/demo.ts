import type { Command } from 'commander';
import { answering } from '../answer.js';
import { ensureCredentials, seedIfEmpty } from '../demo/ensure.js';
import { addressOf } from '../issuer.js';
import { ResourcesPart } from '../parts/resources-part.js';
import { withSession } from '../session.js';

export function registerDemo(program: Command): void {
  const command = program
    .command('demo')
    .description('demo data')
    .command('seed')
    .description('fill an empty database with demo data, and write .tributary/demo-credentials.json');
  answering(command, () =>
    withSession(async ({ config, logger, databaseUrl }) => {
      const part = new ResourcesPart(config, logger, () => databaseUrl);
      await part.start();
      try {
        const seeded = await seedIfEmpty(part.resources, (line) => process.stderr.write(`tributary: ${line}\n`));
        if (!seeded) return { document: { seeded }, text: 'The database is not empty: nothing was seeded.' };
        const { path } = await ensureCredentials(part.resources, {
          base_url: addressOf(config.HOST, config.PORT),
          graphql_url: `${addressOf(config.HOST, config.GRAPHQL_PORT)}/graphql`,
          secure_url: addressOf(config.HOST, config.SECURE_PORT),
        });
        return { document: { seeded, credentials: path }, text: `Seeded. Keys and ids are in ${path}` };
      } finally {
        await part.stop();
      }
    }),
  );
}
