import { buffer } from 'node:stream/consumers';
import { serveThreadRequests } from '../../../../core/threads/serve-thread-requests.js';
import type { Letter } from './paragraphs.js';
import { payoffLetterPdf } from './payoff-letter-pdf.js';

/* The worker thread of `writeLetter`: writes a letter as PDF. */
serveThreadRequests(async (letter: Letter): Promise<Uint8Array> => buffer(await payoffLetterPdf(letter)));
