import type { LiquidTask } from './liquid-child-process.js';
import { faultsOf } from './liquid-engines-and-template-faults.js';
import { renderPreview } from './render-preview.js';

/* The program of `LiquidProcess`: runs the tasks it receives one by one, and exits with its parent. */
process.on('message', (task: LiquidTask) => {
  process.send?.(task.kind === 'parse' ? faultsOf(task.templates) : renderPreview(task.source));
});
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => undefined);
process.send?.('ready');
