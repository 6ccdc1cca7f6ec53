import type { Command } from 'commander';
import { withAnswer } from '../command-result-as-json-or-text.js';

export function registerDemo(program: Command): void {
  const demo = program.command('demo').description('demo data');
  const description = 'fill an empty database with demo data, and write .tributary/demo-credentials.json';
  withAnswer(demo, 'seed', description, [], async () => {
    const { seedDemo } = await import('../../runtime/demo/seed-demo.js');
    const path = await seedDemo();
    return path === undefined
      ? { document: { seeded: false }, text: 'The database is not empty, so no demo data was written.' }
      : { document: { seeded: true, credentials: path }, text: `Demo data written. Keys and ids are in ${path}` };
  });
}
