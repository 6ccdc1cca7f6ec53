import { withoutCardData } from '../../../../core/http/card-data.js';
import { answerQuestions } from '../../../../core/threads/answer-questions.js';

/* The program of `CardDataThread`: what is to be kept of a body; undefined: it as it came. */
answerQuestions((bytes: Uint8Array): Uint8Array | undefined => {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept = withoutCardData(body);
  return kept === body ? undefined : kept;
});
