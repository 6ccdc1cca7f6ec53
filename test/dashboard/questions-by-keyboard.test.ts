import { questionsBy } from '../support/questions-by.js';

/* What people ask of the dashboard, by keyboard alone. */

questionsBy('keyboard');
