import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { MakeTemplateDocument, WorkspacesDocument } from '../../generated/graphql';
import { messageOf } from '../../graph/problem';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { Problem } from '../../ui/action-problem-alert';
import { Button } from '../../ui/button';
import { ChoiceFilter } from '../../ui/choice-filter';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/text-field';
import { MOST } from './template-draft';

/** Asks for a name, a subject and a workspace; the content is written on the template's page. */
export function CreateTemplate({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [workspace, setWorkspace] = useState('');
  const [name, setName] = useState('');
  const [subject, setSubject] = useState('');
  const workspaces = useQuery({
    queryKey: ['workspaces'],
    queryFn: async ({ signal }) => (await request(WorkspacesDocument, {}, signal)).workspaces,
  });
  const choices = (workspaces.data ?? []).map(({ id, name }) => ({ id, text: name }));
  const workspaceId = workspace === '' ? (choices[0]?.id ?? '') : workspace;
  const make = useMutationOnce({
    perform: () =>
      request(MakeTemplateDocument, { input: { workspaceId, name: name.trim(), subjectTemplate: subject.trim() } }),
    onDone: async ({ createEmailTemplate }) => {
      await queries.invalidateQueries({ queryKey: ['templates'] });
      if (createEmailTemplate) {
        await navigate({ to: '/messaging/templates/$id', params: { id: createEmailTemplate.id } });
      }
    },
  });
  const isWhole = workspaceId !== '' && name.trim() !== '' && subject.trim() !== '';
  const problem = make.problem ?? (workspaces.error && messageOf(workspaces.error));
  return (
    <Dialog title="New template" isOpen onClose={onClose} isHeld={make.isPending}>
      {workspaces.data?.length === 0 ? (
        <p>
          A template belongs to a workspace, and there is none yet. An administrator adds one: tributary organizations
          add-workspace.
        </p>
      ) : (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (isWhole) make.start();
          }}
        >
          <ChoiceFilter label="Workspace" choices={choices} chosen={workspaceId} onChoose={setWorkspace} isRequired />
          <TextField label="Name" value={name} onChange={setName} autoFocus maxLength={MOST.name} />
          <TextField
            label="Subject"
            value={subject}
            onChange={setSubject}
            maxLength={MOST.subject}
            hint="May contain placeholders: {{ first_name }}, your payment is due"
          />
          <Problem>{problem}</Problem>
          <footer>
            <Button onPress={onClose}>Cancel</Button>
            <Button look="primary" type="submit" isDisabled={!isWhole || make.isPending}>
              Create
            </Button>
          </footer>
        </form>
      )}
    </Dialog>
  );
}
