import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { MakeTemplateDocument } from '../../generated/graphql';
import { messageOf } from '../../graph/problem';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { useLender } from '../../lender/chosen-lender';
import { useTyped } from '../../session/typed-values';
import { Problem } from '../../ui/action-problem-alert';
import { ChoiceFilter } from '../../ui/choice-filter';
import { Dialog, DialogFooter } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { TextField } from '../../ui/text-field';
import { MOST } from './template-draft';
import { useWorkspaces } from './use-workspaces';

/** Asks for a name, a subject and a workspace; the content is written on the template's page. */
export function CreateTemplate({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const [workspace, setWorkspace] = useState('');
  const [name, setName] = useTyped('new-template:name', '');
  const [subject, setSubject] = useTyped('new-template:subject', '');
  const { choices, isPending, error } = useWorkspaces(useLender());
  const workspaceId = workspace === '' ? (choices[0]?.id ?? '') : workspace;
  const make = useMutationOnce({
    perform: () =>
      request(MakeTemplateDocument, { input: { workspaceId, name: name.trim(), subjectTemplate: subject.trim() } }),
    changes: ['templates'],
    onDone: async ({ createEmailTemplate }) => {
      if (createEmailTemplate) {
        await navigate({ to: '/messaging/templates/$id', params: { id: createEmailTemplate.id } });
      }
    },
  });
  const isWhole = workspaceId !== '' && name.trim() !== '' && subject.trim() !== '';
  const problem = make.problem ?? (error && messageOf(error));
  return (
    <Dialog title="New template" isOpen onClose={onClose} isHeld={make.isPending}>
      {!isPending && !error && choices.length === 0 ? (
        <p>
          A template belongs to a workspace, and there is none yet. An administrator adds one: tributary organizations
          add-workspace.
        </p>
      ) : (
        <Form
          onSubmit={() => {
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
          <DialogFooter onCancel={onClose} isDisabled={!isWhole || make.isPending}>
            Create
          </DialogFooter>
        </Form>
      )}
    </Dialog>
  );
}
