import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { BUCKETS, bucketName } from '../../format/buckets';
import { day } from '../../format/dates';
import { numberOf } from '../../format/display-names';
import { count, dollars } from '../../format/money';
import { statusText } from '../../format/statuses';
import { ReportSumsDocument, type ReportSumsQuery } from '../../generated/graphql';
import { request } from '../../graph/request';
import { usePaged } from '../../graph/use-paged-or-whole-list';
import { useLender } from '../../lender/chosen-lender';
import { NotFound } from '../../shell/not-found';
import { ChoiceFilter } from '../../ui/choice-filter';
import { type Column, DataTable } from '../../ui/data-table';
import { DayFilter } from '../../ui/day-range-filter';
import { Empty, Failed } from '../../ui/empty-failed-and-loading-states';
import { LoanLink } from '../../ui/loan-link';
import { Money } from '../../ui/money';
import { Page } from '../../ui/page';
import { Download } from './download';
import { type CellKind, REPORTS, type Report, type ReportRow } from './report-definitions';

export function ReportView() {
  const { code } = useParams({ from: '/reports/$code' });
  const report = REPORTS.find((each) => each.code === code);
  return report === undefined ? <NotFound /> : <OneReport key={code} report={report} />;
}

function OneReport({ report }: { readonly report: Report }) {
  const { from, to, bucket } = useSearch({ from: '/reports/$code' });
  const navigate = useNavigate({ from: '/reports/$code' });
  const change = (range: { from?: string; to?: string; bucket?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...range }), replace: true });
  const organizationId = useLender();
  const isAging = report.span === 'day';
  const variables = {
    organizationId,
    from: isAging ? null : (from ?? null),
    to: to ?? null,
    bucket: isAging ? (bucket ?? null) : null,
  };
  const columns = useMemo(() => columnsOf(report), [report]);
  const list = usePaged({
    key: ['report', report.code, variables],
    read: async (cursor, signal) => (await request(report.document, { ...variables, cursor }, signal)).page,
  });
  const { data: sums } = useQuery({
    queryKey: ['report-sums', report.code, variables],
    queryFn: ({ signal }) => request(ReportSumsDocument, { code: report.code, ...variables }, signal),
  });
  return (
    <Page
      title={report.title}
      about={<About report={report} totals={sums?.reportTotals} />}
      isFixed
      actions={
        <>
          {isAging ? (
            <AgingFilter bucket={bucket ?? ''} on={to ?? ''} onChange={change} />
          ) : (
            <DayFilter from={from ?? ''} to={to ?? ''} onChange={change} />
          )}
          <Download
            code={report.code}
            filters={{ organization_id: organizationId, from: variables.from, to, bucket: variables.bucket }}
          />
        </>
      }
    >
      {list.error ? (
        <Failed error={list.error} retry={list.retry} />
      ) : list.rows.length === 0 && !list.isLoading ? (
        <Empty title="No rows for these dates">Choose other dates, or all lenders.</Empty>
      ) : (
        <DataTable
          label={report.title}
          columns={columns}
          rows={list.rows}
          keyOf={keyOf}
          isLoading={list.isLoading}
          more={list.more}
          foot={footOf(report, sums?.reportTotals)}
        />
      )}
    </Page>
  );
}

interface AboutProps {
  readonly report: Report;
  readonly totals: ReportSumsQuery['reportTotals'] | undefined;
}

/** The report's description, and the net amount where part of it was reversed later. */
function About({ report, totals }: AboutProps) {
  const net = totals?.sums.find(({ reversedCents }) => reversedCents);
  return (
    <>
      {report.about}
      {net && ` ${dollars(net.netCents ?? 0)} net of ${dollars(net.reversedCents ?? 0)} reversed.`}
    </>
  );
}

interface AgingFilterProps {
  readonly bucket: string;
  readonly on: string;
  readonly onChange: (changed: { to?: string; bucket?: string }) => void;
}

function AgingFilter({ bucket, on, onChange }: AgingFilterProps) {
  return (
    <>
      <ChoiceFilter
        label="Days late"
        choices={BUCKETS.map((id) => ({ id, text: bucketName(id) }))}
        chosen={bucket}
        onChoose={(id) => onChange({ bucket: id })}
      />
      <input
        type="date"
        className="input"
        aria-label="On"
        value={on}
        onChange={({ target }) => onChange({ to: target.value })}
      />
    </>
  );
}

/** Not every report's rows have an id, so the key is the content, with a counter for equal rows. */
const keys = new WeakMap<object, string>();
let made = 0;
function keyOf(row: ReportRow): string {
  const known = keys.get(row);
  if (known !== undefined) return known;
  made += 1;
  keys.set(row, `row-${made}`);
  return `row-${made}`;
}

function columnsOf({ columns }: Report): readonly Column<ReportRow>[] {
  return [
    { name: 'Borrower', cell: ({ account }) => <LoanLink loan={account} /> },
    { name: 'Loan', cell: ({ account }) => numberOf(account) },
    ...columns.map(({ field, name, kind }) => ({
      name,
      isNumber: kind === 'money' || kind === 'number' || kind === 'rate',
      cell: (row: ReportRow) => shown(kind, Reflect.get(row, field)),
    })),
  ];
}

function shown(kind: CellKind, value: unknown): ReactNode {
  if (value === null || value === undefined) return <span className="quiet">–</span>;
  if (kind === 'money' && typeof value === 'number') return <Money cents={value} />;
  if (kind === 'day') return day(String(value));
  if (kind === 'code') return statusText(String(value));
  if (kind === 'rate') return `${String(value)}%`;
  return String(value);
}

/** Over all rows of these days, not only the loaded ones. */
function footOf({ columns }: Report, totals: ReportSumsQuery['reportTotals'] | undefined): readonly ReactNode[] {
  if (totals === undefined) return ['', ''];
  const sumOf = (name: string | undefined) => totals.sums.find(({ column }) => column === name)?.cents;
  return [
    `${count(totals.rows)} ${totals.rows === 1 ? 'row' : 'rows'}`,
    '',
    ...columns.map(({ sum }) => {
      const cents = sumOf(sum);
      return cents === undefined ? '' : dollars(cents);
    }),
  ];
}
