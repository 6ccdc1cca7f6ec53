import { Link } from '@tanstack/react-router';
import { Page } from '../ui/page';
import { Empty } from '../ui/states';

export function NotFound() {
  return (
    <Page title="Page not found">
      <Empty title="This address has no page">
        <Link to="/">Go to today</Link>
      </Empty>
    </Page>
  );
}
