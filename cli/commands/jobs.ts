import type { Command } from 'commander';
import { Problem } from '../../core/errors/problem.js';
import { platformOf } from '../../runtime/assembly/services/platform.js';
import { type Session, withSession } from '../../runtime/command-session.js';
import type { FailedJobRow } from '../../subgraphs/servicing/platform/job/failed-job.store.js';
import type { JobService } from '../../subgraphs/servicing/platform/job/job.service.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { type Answer, table, withAnswer } from '../command-result-as-json-or-text.js';

/** Most jobs that one command lists or retries. */
const AT_A_TIME = 1_000;

export function registerJobs(program: Command): void {
  const jobs = program.command('jobs').description('background jobs: list failed ones, retry them');
  withAnswer(jobs.command('failed').description('list jobs whose last try failed, newest first'), () =>
    withSession(async (session) => {
      const { items, page } = await jobsOf(session).failed(commandLinePrincipal(), { limit: AT_A_TIME });
      const { document, text } = answerOf(items, 'No job has failed.');
      const more = page.hasMore ? `\n(the newest ${AT_A_TIME})` : '';
      return { document: { jobs: document, has_more: page.hasMore }, text: `${text}${more}` };
    }),
  );
  registerRetry(jobs);
}

function registerRetry(jobs: Command): void {
  const command = jobs
    .command('retry')
    .argument('[id...]', 'ids of the jobs, from `failed`')
    .option('--all', `every job that has no tries left, ${AT_A_TIME} at most`)
    .description('retry jobs at once, with all their tries again');
  withAnswer(command, async (...ids) => {
    const { all = false } = command.opts<{ all?: true }>();
    if (all === ids.length > 0) throw new CommandError('name the jobs to retry, or give --all', 2);
    return withSession(async (session) => {
      const service = jobsOf(session);
      const retried: FailedJobRow[] = [];
      for (const id of all ? await givenUp(service) : ids) retried.push(await retry(service, id));
      const { document, text } = answerOf(retried, 'No job was out of tries.');
      return { document: { retried: document }, text };
    });
  });
}

async function givenUp(service: JobService): Promise<readonly string[]> {
  const { items } = await service.failed(commandLinePrincipal(), { isGivenUp: true, limit: AT_A_TIME });
  return items.map(({ id }) => id);
}

async function retry(service: JobService, id: string): Promise<FailedJobRow> {
  try {
    return await service.retry(commandLinePrincipal(), id);
  } catch (error) {
    if (error instanceof Problem && error.code === 'job_not_found')
      throw new CommandError(`no failed job has the id ${id}`);
    throw error;
  }
}

function jobsOf(session: Session): JobService {
  return platformOf(session).jobs;
}

const HEADS = ['ID', 'JOB', 'ATTEMPTS', 'GIVEN UP', 'ADDED', 'ERROR'];

function answerOf(jobs: readonly FailedJobRow[], none: string): Answer {
  const rows = jobs.map(({ id, name, attempts, maxAttempts, isGivenUp, createdAt, error }) => [
    id,
    name,
    `${attempts}/${maxAttempts}`,
    isGivenUp ? 'yes' : 'no',
    createdAt,
    error,
  ]);
  return { document: jobs.map(document), text: jobs.length === 0 ? none : table(HEADS, rows) };
}

function document(job: FailedJobRow) {
  return {
    id: job.id,
    name: job.name,
    key: job.key,
    attempts: job.attempts,
    max_attempts: job.maxAttempts,
    is_given_up: job.isGivenUp,
    error: job.error,
    run_at: job.runAt,
    created_at: job.createdAt,
  };
}
