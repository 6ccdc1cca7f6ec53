import { userInfo } from 'node:os';

/** For the audit: who sat at the command line. */
export function actor(): string {
  return `cli:${userInfo().username}`;
}
