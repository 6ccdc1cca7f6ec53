import { Link } from '@tanstack/react-router';
import { Page } from '../../ui/page';
import { REPORTS } from './report-layouts';

export function Reports() {
  return (
    <Page title="Reports" about={`${REPORTS.length} standard reports, across all lenders you have access to.`}>
      <div className="report-list">
        {REPORTS.map(({ code, title, about }) => (
          <Link key={code} to="/reports/$code" params={{ code }} className="tile">
            <strong>{title}</strong>
            <span className="detail">{about}</span>
            <span className="detail">
              <code>{code}</code>
            </span>
          </Link>
        ))}
      </div>
    </Page>
  );
}
