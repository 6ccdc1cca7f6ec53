import { useParams } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { BUCKETS, bucketName } from '../../format/buckets';
import { day } from '../../format/dates';
import { textOf } from '../../format/display-names';
import { dollars, plural } from '../../format/money';
import { PAYMENT_METHOD_NAMES } from '../../format/payment-method-names-and-receipt-sums';
import { statusText } from '../../format/statuses';
import { ReportSumsDocument, type ReportSumsQuery } from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { useList } from '../../graph/use-paged-or-whole-list';
import { NotFound } from '../../shell/not-found';
import { DASH } from '../../ui/dash';
import { type Column } from '../../ui/data-table';
import { DateField } from '../../ui/date-field';
import { ListPage } from '../../ui/list-page';
import { BORROWER, LOAN } from '../../ui/loan-columns';
import { Money } from '../../ui/money';
import { useFilters } from '../../ui/use-filters';
import { Download } from './download';
import { type CellKind, REPORTS, type Report, type ReportRow } from './report-layouts';

export function ReportView() {
  const { code } = useParams({ from: '/reports/$code' });
  const report = REPORTS.find((each) => each.code === code);
  return report === undefined ? <NotFound /> : <OneReport key={code} report={report} />;
}

const AGES = BUCKETS.map((id) => ({ id, text: bucketName(id) }));

function OneReport({ report }: { readonly report: Report }) {
  const { search, change, choice, days, dayRange, organizationId } = useFilters('/reports/$code');
  const isAging = report.span === 'day';
  const { to } = dayRange;
  const filters = isAging ? { from: null, to, bucket: search.bucket ?? null } : { ...dayRange, bucket: null };
  const variables = { organizationId, ...filters };
  const columns = useMemo(() => columnsOf(report), [report]);
  const list = useList(`report-${report.code}`, report.document, variables, ({ page }) => page);
  const { data: sums } = useAnswer('report-sums', ReportSumsDocument, { code: report.code, ...variables });
  return (
    <ListPage
      title={report.title}
      about={<About report={report} totals={sums?.reportTotals} />}
      list={list}
      columns={columns}
      keyOf={keyOf}
      foot={footOf(report, sums?.reportTotals)}
      empty={{ title: 'No rows for these dates', text: 'Choose other dates, or all lenders.' }}
      actions={
        <>
          {isAging && choice('Days past due', 'bucket', AGES)}
          {isAging ? <DateField label="On" value={to ?? ''} onChange={(on) => change({ to: on })} /> : days}
          <Download code={report.code} filters={{ organization_id: organizationId, ...filters }} />
        </>
      }
    />
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

const NUMBERS: ReadonlySet<CellKind> = new Set(['sum', 'money', 'number', 'rate']);

function columnsOf({ columns }: Report): readonly Column<ReportRow>[] {
  return [
    BORROWER,
    LOAN,
    ...columns.map(({ field, heading, kind }) => ({
      name: heading,
      isNumber: NUMBERS.has(kind),
      isFirstWhereNarrow: kind === 'sum',
      cell: (row: ReportRow) => shown(kind, Reflect.get(row, field)),
    })),
  ];
}

function shown(kind: CellKind, value: unknown): ReactNode {
  if (value === null || value === undefined) return DASH;
  if ((kind === 'money' || kind === 'sum') && typeof value === 'number') return <Money cents={value} />;
  if (kind === 'day') return day(String(value));
  if (kind === 'code') return textOf(PAYMENT_METHOD_NAMES, String(value)) ?? statusText(String(value));
  if (kind === 'rate') return `${String(value)}%`;
  return String(value);
}

/** Over all rows of these days, not only the loaded ones. */
function footOf({ columns }: Report, totals: ReportSumsQuery['reportTotals'] | undefined): readonly ReactNode[] {
  if (totals === undefined) return ['', ''];
  const sums = new Map(totals.sums.map(({ column, cents }) => [column, cents]));
  return [
    plural(totals.rows, 'row'),
    '',
    ...columns.map(({ name, kind }) => (kind === 'sum' && sums.has(name) ? dollars(sums.get(name) ?? 0) : '')),
  ];
}
