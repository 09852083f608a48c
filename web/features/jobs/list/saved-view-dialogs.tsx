/** Dialogs that ask for a view's name when it is saved or renamed, and for confirmation before it is deleted. */
import { Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { savedViewNameLengthMax } from '#contracts/jobs/job-list-rules.ts';
import type { SavedFilters, SavedView } from '#contracts/jobs/saved-views.ts';
import { useWords } from '#web/lib/words.ts';
import { stillNeeded } from '#web/ui/still-needed.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { deleteView, renameView, savedViewsQuery, saveView } from './saved-views-queries.ts';
import { savedViewsWords } from './saved-views-words.ts';

/** The list is read again after a failure too: another device may have changed it. */
function useChange(change: () => Promise<unknown>, onClose: () => void) {
  const client = useQueryClient();
  const { queryKey } = savedViewsQuery(useUser().id);
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey }),
    onSuccess: onClose,
  });
}

type DialogProps = { onClose: () => void };

export function SaveDialog(props: DialogProps & { views: readonly SavedView[]; filters: SavedFilters }) {
  const { views, filters, onClose } = props;
  const words = useWords(savedViewsWords);
  const [text, setText] = useState('');
  const name = text.trim();
  const save = useChange(() => saveView(name, filters), onClose);
  const isKnown = views.some((view) => view.name === name);
  return (
    <FormDialog
      title={words.saveTitle}
      submitLabel={isKnown ? words.replace : words.save}
      waitsFor={stillNeeded(name === '' && words.name)}
      pending={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Text textStyle="sm" color="fg.muted">
        {words.saveText}
      </Text>
      <TextField
        label={words.name}
        value={text}
        onChange={setText}
        maxLength={savedViewNameLengthMax}
        autoComplete="off"
        required
        {...(isKnown ? { hint: words.replaces(name) } : {})}
      />
    </FormDialog>
  );
}

export function RenameDialog({ view, onClose }: DialogProps & { view: SavedView }) {
  const words = useWords(savedViewsWords);
  const [name, setName] = useState(view.name);
  const rename = useChange(() => renameView(view.id, name.trim()), onClose);
  return (
    <FormDialog
      title={words.renameTitle}
      submitLabel={words.rename}
      waitsFor={stillNeeded(name.trim() === '' && words.name)}
      pending={rename.isPending}
      error={rename.error}
      onSubmit={() => rename.mutate()}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        value={name}
        onChange={setName}
        maxLength={savedViewNameLengthMax}
        autoComplete="off"
        required
      />
    </FormDialog>
  );
}

export function DeleteDialog({ view, onClose }: DialogProps & { view: SavedView }) {
  const words = useWords(savedViewsWords);
  const remove = useChange(() => deleteView(view.id), onClose);
  return (
    <FormDialog
      title={words.deleteTitle(view.name)}
      submitLabel={words.delete}
      pending={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
      destructive
    >
      <Text>{words.deleteText}</Text>
    </FormDialog>
  );
}
