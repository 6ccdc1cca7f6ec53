import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { TemplatesDocument } from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { useLender } from '../../lender/chosen-lender';
import { useHasRole } from '../../session/operator';
import { Button } from '../../ui/button';
import { Empty, Failed, Skeleton } from '../../ui/empty-failed-and-loading-states';
import { Card } from '../../ui/page';
import { CreateTemplate } from './create-template';

export function TemplateList() {
  const { data, error, refetch } = useAnswer('templates', TemplatesDocument, { organizationId: useLender() });
  const mayMake = useHasRole('supervisor');
  const [isMaking, setMaking] = useState(false);
  return (
    <Card title="Templates" aside={mayMake && <Button onPress={() => setMaking(true)}>New template</Button>}>
      {isMaking && <CreateTemplate onClose={() => setMaking(false)} />}
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton />
      ) : data.emailTemplates.items.length === 0 ? (
        <Empty title="No template yet">
          {mayMake ? 'Create the first one with the button above.' : 'An operator can create one.'}
        </Empty>
      ) : (
        <ul className="template-list">
          {data.emailTemplates.items.map(({ id, name, subjectTemplate, workspace }) => (
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
