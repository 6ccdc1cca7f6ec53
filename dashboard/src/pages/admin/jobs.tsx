import { ago } from '../../format/dates';
import { statusText } from '../../format/statuses';
import { JobsDocument, type JobsQuery, RetryJobDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useList } from '../../graph/use-paged-or-whole-list';
import { ActButton } from '../../ui/action-button';
import type { Column } from '../../ui/data-table';
import { ListPage } from '../../ui/list-page';
import { Mark } from '../../ui/mark';

type Job = JobsQuery['failedJobs']['items'][number];

const COLUMNS: readonly Column<Job>[] = [
  { name: 'Job', cell: ({ name }) => statusText(name) },
  {
    name: 'State',
    cell: ({ isGivenUp, runAt }) => (
      <Mark tone={isGivenUp ? 'bad' : 'waiting'}>{isGivenUp ? 'Given up' : `Next retry ${ago(runAt)}`}</Mark>
    ),
  },
  { name: 'Attempts', isNumber: true, cell: ({ attempts, maxAttempts }) => `${attempts} of ${maxAttempts}` },
  { name: 'Error', cell: ({ error }) => <span title={error}>{error}</span> },
  {
    name: 'Actions',
    cell: ({ id }) => <ActButton label="Try again" perform={() => request(RetryJobDocument, { id })} />,
  },
];

export function Jobs() {
  const list = useList('jobs', JobsDocument, {}, ({ failedJobs }) => failedJobs, true);
  return (
    <ListPage
      title="Failed jobs"
      about="Background jobs that failed. Each is retried automatically until its attempts are used up."
      list={list}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={{ title: 'No job has failed' }}
    />
  );
}
