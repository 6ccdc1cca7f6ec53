import { withoutCardData } from '../../../../core/http/card-data.js';
import { answerQuestions } from '../../../../core/threads/answer-questions.js';

/* The program of `CardDataThread`: returns the body without card data, or undefined to keep it unchanged. */
answerQuestions((bytes: Uint8Array): Uint8Array | undefined => {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept = withoutCardData(body);
  return kept === body ? undefined : kept;
});
