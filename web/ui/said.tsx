/**
 * Renders a text from the server in the chosen language. A portal's own words stay unchanged and are marked as English.
 */
import { Fragment } from 'react';
import type { Message } from '#contracts/messages/message.ts';
import { useLanguage } from '#web/lib/language.ts';
import { useSaidParts } from '#web/lib/said.ts';

const bengaliLetters = /[\u0980-\u09ff]/;

export function Said(props: { text: string; data: Message | null }) {
  const read = useSaidParts();
  const inBengali = useLanguage() === 'bn';
  return read(props.text, props.data).map(({ text, language }, place) => (
    // A quotation can also be a customer's own text in Bengali.
    <Fragment key={place}>
      {inBengali && language === 'en' && !bengaliLetters.test(text) ? <span lang="en">{text}</span> : text}
    </Fragment>
  ));
}
