export interface DemoSession {
  readonly cookie: string;
  /** The header that a page has to send with the cookie. */
  readonly token: string;
}

/** A dashboard session, as a browser would get by a click, without a browser. */
export async function demoSession(
  origin: string,
  role: 'viewer' | 'agent' | 'supervisor' | 'operator' | 'admin',
): Promise<DemoSession> {
  const entered = await fetch(`${origin}/session/demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ role }),
  });
  const [cookie = ''] = (entered.headers.get('set-cookie') ?? '').split(';');
  const session = (await (await fetch(`${origin}/session`, { headers: { cookie } })).json()) as { csrf_token: string };
  return { cookie, token: session.csrf_token };
}
