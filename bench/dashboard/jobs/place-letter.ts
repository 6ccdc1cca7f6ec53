import { readFileSync } from 'node:fs';

/** The letter that opens a page of the sidebar after `g`, as the router declares it. */
export function placeLetter(place: string): string {
  const router = readFileSync('dashboard/src/router.tsx', 'utf8');
  for (const [, name, letter] of router.matchAll(/\(\s*'([^']+)',\s*'(\w)'(?:,\s*'\w+')?,?\s*\)/g))
    if (name === place && letter !== undefined) return letter;
  throw new Error(`the sidebar has no ${place}`);
}
