/** The look of a mail: a sheet of paper with our name, the subject, its paragraphs, and each link as a button. */
import { escapeHtml } from '#api/domain/escape-html.ts';

type MailBody = {
  language: string;
  subject: string;
  greeting: string;
  parts: readonly (string | { label: string; url: string })[];
  sender: string;
};

// Mail programs read styles from the elements only; their colours are those of the theme's light mode.
const styles = {
  body: 'margin:0;padding:0;background:#f3f5f6',
  around: 'padding:24px 12px',
  sheet:
    'width:100%;max-width:560px;background:#ffffff;border:1px solid #dde2e6;border-radius:6px;border-collapse:separate;' +
    "font-family:Inter,'Noto Sans Bengali',system-ui,-apple-system,'Segoe UI',Arial,sans-serif;color:#1f262d;text-align:left",
  head: 'padding:16px 24px;border-bottom:1px solid #dde2e6;font-size:18px;font-weight:600;color:#0b5d4b',
  content: 'padding:24px',
  subject: 'margin:0 0 16px;font-size:20px;line-height:1.4;font-weight:600',
  paragraph: 'margin:0 0 16px;font-size:16px;line-height:1.6',
  button:
    'display:inline-block;padding:10px 18px;border-radius:6px;background:#0b5d4b;color:#ffffff;font-size:16px;' +
    'font-weight:600;text-decoration:none',
  address: 'margin:0 0 16px;font-size:12px;line-height:1.5;color:#5b6670;word-break:break-all',
  sender: 'margin:0;font-size:14px;color:#5b6670',
} as const;

/** Returns a whole document. Everything given is text, and none of it becomes markup. */
export function mailHtml({ language, subject, greeting, parts, sender }: MailBody): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(subject)}</title></head>
<body style="${styles.body}">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="${styles.around}">
<table role="presentation" cellspacing="0" cellpadding="0" style="${styles.sheet}">
<tr><td style="${styles.head}">${escapeHtml(sender)}</td></tr>
<tr><td style="${styles.content}">
<h1 style="${styles.subject}">${escapeHtml(subject)}</h1>
${paragraph(greeting)}
${parts.map((part) => (typeof part === 'string' ? paragraph(part) : button(part))).join('\n')}
<p style="${styles.sender}">${escapeHtml(sender)}</p>
</td></tr></table>
</td></tr></table>
</body></html>`;
}

const paragraph = (text: string): string => `<p style="${styles.paragraph}">${escapeHtml(text)}</p>`;

/** The address is readable as well, for whoever does not trust a button. */
function button({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url);
  return `<p style="${styles.paragraph}"><a href="${address}" style="${styles.button}">${escapeHtml(label)}</a></p>
<p style="${styles.address}">${address}</p>`;
}
