import { withService } from '../../runtime/assembly/command-services.js';
import type { FailedJobRow } from '../../subgraphs/servicing/platform/job/failed-job.store.js';
import type { JobService } from '../../subgraphs/servicing/platform/job/job.service.js';
import { CommandError, refusals } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { group, listed, members, withAnswer, yesOrNo } from '../command-result-as-json-or-text.js';
import { operand, option } from '../options.js';

/** Most jobs that one command lists or retries. */
const AT_A_TIME = 1_000;

export const jobsCommands = group('background jobs: list failed ones, retry them', {
  failed: withAnswer('list jobs whose last try failed, newest first', [], async () => {
    const { items, page } = await withService('platform', (platform) =>
      platform.jobs.failed(commandLinePrincipal(), { limit: AT_A_TIME }),
    );
    const { document, text } = answerOf('jobs', items, 'No job has failed.');
    const more = page.hasMore ? `\n(the newest ${AT_A_TIME})` : '';
    return { document: { ...document, has_more: page.hasMore }, text: `${text}${more}` };
  }),
  retry: withAnswer(
    'retry jobs at once, with all their tries again',
    [
      operand('[id...]', 'ids of the jobs, from `failed`', { as: 'ids' }),
      option('--all', `every job that has no tries left, ${AT_A_TIME} at most`),
    ],
    async ({ ids, all = false }) => {
      if (all === ids.length > 0) throw new CommandError('name the jobs to retry, or give --all', 2);
      const retried: FailedJobRow[] = [];
      await withService('platform', async ({ jobs: service }) => {
        for (const id of all ? await givenUp(service) : ids) {
          const unknown = refusals({ job_not_found: `no failed job has the id ${id}` });
          retried.push(await service.retry(commandLinePrincipal(), id).catch(unknown));
        }
      });
      return answerOf('retried', retried, 'No job was out of tries.');
    },
  ),
});

async function givenUp(service: JobService): Promise<readonly string[]> {
  const { items } = await service.failed(commandLinePrincipal(), { isGivenUp: true, limit: AT_A_TIME });
  return items.map(({ id }) => id);
}

function answerOf(name: string, jobs: readonly FailedJobRow[], none: string) {
  const columns = {
    ID: 'id',
    JOB: 'name',
    ATTEMPTS: ({ attempts, maxAttempts }: FailedJobRow) => `${attempts}/${maxAttempts}`,
    'GIVEN UP': ({ isGivenUp }: FailedJobRow) => yesOrNo(isGivenUp),
    ADDED: 'createdAt',
    ERROR: 'error',
  } as const;
  const document = (job: FailedJobRow) =>
    members(job, 'id name key attempts max_attempts is_given_up error run_at created_at');
  return listed(name, jobs, columns, { none, as: document });
}
