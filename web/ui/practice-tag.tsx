/** Marks a job as a practice run, wherever a job is named. */
import { Wrench } from 'lucide-react';
import { useWords } from '#web/lib/words.ts';
import { StatusTag } from './status-tag.tsx';
import { uiWords } from './words.ts';

export function PracticeTag(props: { job: { isPractice: boolean } }) {
  const words = useWords(uiWords);
  return props.job.isPractice ? <StatusTag tone="attention" icon={Wrench} label={words.practice} /> : null;
}
