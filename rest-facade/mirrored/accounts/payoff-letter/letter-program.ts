import { buffer } from 'node:stream/consumers';
import { answerQuestions } from '../../../../core/threads/answer-questions.js';
import type { Letter } from './paragraphs.js';
import { payoffLetterPdf } from './payoff-letter-pdf.js';

/* The worker thread of `writtenLetter`: writes a letter as PDF. */
answerQuestions(async (letter: Letter): Promise<Uint8Array> => buffer(await payoffLetterPdf(letter)));
