/**
 * A cell of the preview that can be corrected in place: Enter keeps the text, Escape restores the former one, Tab moves
 * on.
 */
import { chakra, Flex, Table, Text } from '@chakra-ui/react';
import { CircleAlert, Pencil } from 'lucide-react';
import type { RowProblem } from '#contracts/calls/jobs/jobs-answers.ts';
import { useSaid } from '#web/lib/said.ts';
import { useWords } from '#web/lib/words.ts';
import { checkWords } from './check-words.ts';

type CellProps = {
  text: string;
  problem: RowProblem | undefined;
  /** The cell's name for screen readers. */
  label: string;
  isEditing: boolean;
  /** Whether the focus returns to the cell after its text was kept. */
  takesFocus: boolean;
  onOpen: () => void;
  /** `goTo` is the direction in which the next cell is opened, or 0 to stay. */
  onKeep: (text: string, goTo: 1 | -1 | 0) => void;
  onCancel: () => void;
};

export function EditableCell(props: CellProps) {
  const { problem, isEditing } = props;
  return (
    <Table.Cell bg={problem ? 'bg.error' : undefined} p="1">
      {isEditing ? <CellField {...props} /> : <CellButton {...props} />}
    </Table.Cell>
  );
}

function CellField({ text, problem, label, onKeep, onCancel }: CellProps) {
  const said = useSaid();
  return (
    <chakra.input
      // The user has just opened this cell.
      autoFocus
      aria-label={label}
      aria-invalid={problem !== undefined}
      title={problem ? said(problem.hint, problem.hintData) : undefined}
      defaultValue={text}
      w="full"
      minW="28"
      h="7"
      px="1.5"
      bg="bg.panel"
      color="fg"
      borderWidth="1px"
      borderColor="border.control"
      borderRadius="l1"
      textStyle="sm"
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => onKeep(event.currentTarget.value, 0)}
      onKeyDown={(event) => {
        const { value } = event.currentTarget;
        if (event.key === 'Escape') onCancel();
        else if (event.key === 'Enter') onKeep(value, 0);
        else if (event.key === 'Tab') onKeep(value, event.shiftKey ? -1 : 1);
        else return;
        event.preventDefault();
      }}
    />
  );
}

function CellButton({ text, problem, label, takesFocus, onOpen }: CellProps) {
  const words = useWords(checkWords);
  const said = useSaid();
  const wrong = problem ? said(problem.problem, problem.problemData) : '';
  return (
    <chakra.button
      type="button"
      ref={(element: HTMLButtonElement | null) => {
        if (takesFocus) element?.focus();
      }}
      aria-label={words.correctCell(label, text || words.empty, wrong)}
      title={problem ? `${wrong} ${said(problem.hint, problem.hintData)}` : words.correctHint}
      w="full"
      minH="7"
      px="1.5"
      textAlign="start"
      borderRadius="l1"
      cursor="text"
      _hover={{ bg: 'bg.muted' }}
      onClick={onOpen}
    >
      <Flex as="span" gap="1" align="center" color={problem ? 'fg.error' : 'fg'}>
        {problem ? <CircleAlert size={14} aria-hidden /> : <Pencil size={12} aria-hidden />}
        <Text as="span">{text || words.empty}</Text>
      </Flex>
    </chakra.button>
  );
}
