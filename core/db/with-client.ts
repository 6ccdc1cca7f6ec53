import pg from 'pg';

/** One connection for as long as the work takes: for what comes once, and needs no pool. */
export async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: 'tributary' });
  client.on('error', () => undefined); // the statement under way says it
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
