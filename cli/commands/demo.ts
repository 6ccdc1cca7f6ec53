import { group, withAnswer } from '../command-result-as-json-or-text.js';

const description = 'fill an empty database with demo data, and write .tributary/demo-credentials.json';

export const demoCommands = group('demo data', {
  seed: withAnswer(description, [], async () => {
    const { seedDemo } = await import('../../runtime/demo/seed-demo.js');
    const path = await seedDemo();
    return path === undefined
      ? { document: { seeded: false }, text: 'The database is not empty, so no demo data was written.' }
      : { document: { seeded: true, credentials: path }, text: `Demo data written. Keys and ids are in ${path}` };
  }),
});
