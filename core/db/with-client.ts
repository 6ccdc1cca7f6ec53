import pg from 'pg';

/** One connection for the duration of the work: for one-time work that needs no pool. */
export async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: 'tributary' });
  client.on('error', () => undefined); // the running statement reports it
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
