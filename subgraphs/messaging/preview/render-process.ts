import type { PreviewSource } from './render-preview.js';
import { renderPreview } from './render-preview.js';

/* The process of `PreviewRenderer`: renders what it is sent, one preview after the other, and ends with whoever started it. */
process.on('message', (source: PreviewSource) => process.send?.(renderPreview(source)));
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => undefined);
process.send?.('ready');
