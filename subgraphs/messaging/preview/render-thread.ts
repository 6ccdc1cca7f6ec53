import { parentPort } from 'node:worker_threads';
import { renderPreview } from './render-preview.js';

/* The thread of `PreviewRenderer`: renders what it is sent, one preview after the other. */
parentPort?.on('message', (source) => parentPort?.postMessage(renderPreview(source)));
parentPort?.postMessage('ready');
