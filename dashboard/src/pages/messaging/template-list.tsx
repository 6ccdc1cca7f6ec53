import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TemplatesDocument } from '../../generated/graphql';
import { ask } from '../../graph/ask';
import { Card } from '../../ui/page';
import { Empty, Failed } from '../../ui/states';

export function TemplateList() {
  const { data, error, refetch } = useQuery({
    queryKey: ['templates'],
    queryFn: ({ signal }) => ask(TemplatesDocument, {}, signal),
  });
  return (
    <Card title="Templates">
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data?.emailTemplates.items.length === 0 ? (
        <Empty title="No template yet" />
      ) : (
        <ul className="template-list">
          {data?.emailTemplates.items.map(({ id, name, subjectTemplate, workspace }) => (
            <li key={id}>
              <Link to="/messaging/templates/$id" params={{ id }}>
                {name}
              </Link>
              <span className="quiet">{subjectTemplate}</span>
              <span className="quiet">{workspace?.name}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
