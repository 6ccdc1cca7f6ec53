import pg from 'pg';

/** The address of another database on the same server. */
export function beside(address: string): string {
  const url = new URL(address);
  url.pathname = `${url.pathname}_backup`;
  return url.href;
}

/** A copy of a database without open sessions. */
export function copyDatabase(url: string, copy: string): Promise<void> {
  return onServer(url, `create database ${nameOf(copy)} template ${nameOf(url)} strategy file_copy`);
}

export function dropDatabase(url: string): Promise<void> {
  return onServer(url, `drop database if exists ${nameOf(url)} with (force)`);
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

async function onServer(address: string, sql: string): Promise<void> {
  const url = new URL(address);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
