/** The gateway's module of addresses at which it serves the dashboard, from the calls of `page` in its router. */
export function pageAddresses(router: string): string {
  const paths = [...router.matchAll(/\bpage\(\s*'([^']+)'/g)].map(([, path = '']) => path.replace(/\$(\w+)/g, '{$1}'));
  return `// Written by \`npm run generate\` from dashboard/src/router.tsx.
export const DASHBOARD_PAGES = [
${paths.map((path) => `  '${path}',\n`).join('')}] as const;
`;
}
