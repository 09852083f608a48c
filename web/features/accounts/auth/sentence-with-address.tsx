/** Renders a sentence in which an email address is emphasised. */

export function SentenceWithAddress(props: { text: string; email: string }) {
  const { text, email } = props;
  const start = text.indexOf(email);
  if (start < 0) return text;
  return (
    <>
      {text.slice(0, start)}
      <b>{email}</b>
      {text.slice(start + email.length)}
    </>
  );
}
