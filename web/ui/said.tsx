/** A text of the server's in the chosen language; a portal's own words stay as it wrote them, marked as English. */
import { Fragment } from 'react';
import { useLanguage } from '#web/lib/language.ts';
import { useSaidParts } from '#web/lib/said.ts';

const bengaliLetters = /[\u0980-\u09ff]/;

export function Said(props: { text: string }) {
  const read = useSaidParts();
  const inBengali = useLanguage() === 'bn';
  return read(props.text).map(({ text, language }, place) => (
    // A customer's words in Bengali are quoted too.
    <Fragment key={place}>
      {inBengali && language === 'en' && !bengaliLetters.test(text) ? <span lang="en">{text}</span> : text}
    </Fragment>
  ));
}
