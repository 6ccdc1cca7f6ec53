/** The product's modules, and which modules each may import and so read the tables of (docs/architecture.md, "Modules"). */
export const MODULE_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  core: [],
  'loan-model': ['core'],
  ledger: ['core', 'loan-model'],
  connectors: ['core', 'loan-model', 'ledger'],
  subgraphs: ['core', 'loan-model', 'ledger', 'connectors'],
  gateway: ['core'],
  'rest-facade': ['core', 'gateway'],
  prisma: ['core', 'loan-model', 'ledger', 'connectors', 'subgraphs'],
  runtime: ['core', 'loan-model', 'ledger', 'connectors', 'subgraphs', 'gateway', 'rest-facade', 'prisma'],
  // The client package too: `tributary listen` is a client.
  cli: ['core', 'loan-model', 'ledger', 'connectors', 'subgraphs', 'rest-facade', 'runtime', 'sdk'],
  // The page of commands is generated from the program.
  tools: ['core', 'subgraphs', 'gateway', 'rest-facade', 'prisma', 'runtime', 'cli'],
  sdk: [],
  dashboard: [],
  site: ['core', 'rest-facade'],
};

/** The module of a file, by its path relative to the project; empty for files outside the modules. */
export function moduleOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : '';
}
