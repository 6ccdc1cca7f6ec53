import { Link } from '@tanstack/react-router';
import { Empty } from '../ui/empty-failed-and-loading-states';
import { Page } from '../ui/page';

export function NotFound() {
  return (
    <Page title="Page not found">
      <Empty title="This address has no page">
        <Link to="/">Go to today</Link>
      </Empty>
    </Page>
  );
}
