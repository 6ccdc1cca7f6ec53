import { questionsBy } from '../support/questions-by.js';

/* What people ask of the dashboard, by mouse alone. */

questionsBy('mouse');
