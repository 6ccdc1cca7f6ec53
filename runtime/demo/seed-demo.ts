import { withSession } from '../command-session.js';
import { ResourcesPart } from '../parts/resources-part.js';
import { addressOf } from '../public-addresses.js';
import { ensureCredentials, seedIfEmpty } from './seed-and-write-demo-credentials.js';

/** Fills an empty database. Returns the path of the credentials, or undefined if the database is not empty. */
export function seedDemo(): Promise<string | undefined> {
  return withSession(
    async ({ config, logger, databaseUrl }) => {
      const part = new ResourcesPart(config, logger, () => databaseUrl);
      await part.start();
      try {
        const seeded = await seedIfEmpty(part.resources, (line) => process.stderr.write(`tributary: ${line}\n`));
        if (!seeded) return undefined;
        const { path } = await ensureCredentials(part.resources, {
          base_url: addressOf(config.HOST, config.PORT),
          graphql_url: `${addressOf(config.HOST, config.GRAPHQL_PORT)}/graphql`,
          secure_url: addressOf(config.HOST, config.SECURE_PORT),
        });
        return path;
      } finally {
        await part.stop();
      }
    },
    { mayCreate: true },
  );
}
