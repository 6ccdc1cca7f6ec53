import type { SandboxScenarios } from '../core/contract/sandbox-scenarios.js';

/** The client package's module of test accounts and test cards: it imports nothing from the product. */
export function sdkScenarios({ accounts, cards }: SandboxScenarios): string {
  return `// Written by \`npm run generate\` from the scenarios of the sandbox.

/** Test accounts of a sandbox organization, by \`external_contract_number\`: each always behaves the same. */
export const SANDBOX_ACCOUNTS = {
${accounts.map(({ name, description, external_contract_number }) => constant(name, description, external_contract_number)).join('')}} as const;

/** Test cards, with any security code and a month to come: each always behaves the same. */
export const TEST_CARDS = {
${cards.map(({ name, description, number }) => constant(name, description, number)).join('')}} as const;
`;
}

function constant(name: string, description: string, value: string): string {
  return `  /** ${description.charAt(0).toUpperCase()}${description.slice(1)}. */\n  ${camelCase(name)}: '${value}',\n`;
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
