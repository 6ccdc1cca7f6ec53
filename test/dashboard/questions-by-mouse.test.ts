import { questionsBy } from '../support/questions-by.js';

/* Operators' questions to the dashboard, by mouse alone. */

questionsBy('mouse');
