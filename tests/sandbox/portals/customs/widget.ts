/**
 * A CAPTCHA of a third party, as a widget: a frame on another host with a box to tick, pictures to choose and a word to
 * type. It counts only what a person's mouse and keyboard do, sends that to its own server, and gives the page a token
 * that the portal's server redeems once.
 */
import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import { at } from './hosts.ts';
import { boxPlace, ships, tilePlaces, verifyPlace, widgetFrame, WORD, wordPlace } from './widget-places.ts';

/** Tokens that were given and not yet redeemed. */
const tokens = new Set<string>();
/** Widgets that were shown and not yet solved. */
const shown = new Set<string>();

/** Whether the token is one of the widget's; it counts once. */
export const redeem = (token: string | undefined): boolean => token !== undefined && tokens.delete(token);

export function mountWidget(app: Hono): void {
  app.get('/widget/api.js', (c) =>
    c.body(apiScript(new URL(c.req.url).origin), 200, { 'content-type': 'text/javascript' }),
  );
  app.get('/widget/frame', (c) => c.html(framePage(c)));
  app.post('/widget/verify', verify);
}

/** What the portal's form contains: the frame, the field that receives the token, and the widget's script. */
export const widgetPart = (c: Context) =>
  html`<iframe
      title="CAPTCHA"
      src="${at(c, '/widget/frame')}"
      style="position:absolute;left:${widgetFrame.left}px;top:${widgetFrame.top}px;width:${widgetFrame.width}px;height:${widgetFrame.height}px;border:0"
    ></iframe>
    <textarea name="g-recaptcha-response" hidden></textarea>
    <script src="${at(c, '/widget/api.js')}"></script>`;

const apiScript = (origin: string): string => `
  window.addEventListener('message', ({ data, origin }) => {
    if (origin === ${JSON.stringify(origin)} && typeof data?.token === 'string')
      document.querySelector('[name="g-recaptcha-response"]').value = data.token;
  });`;

async function verify(c: Context): Promise<Response> {
  const { id, chosen, word, clicks, keys } = await c.req.json<Record<string, unknown>>();
  const isPerson = Number(clicks) > ships.length && Number(keys) >= WORD.length;
  const isRight = JSON.stringify(chosen) === JSON.stringify(ships) && word === WORD;
  if (!isPerson || !isRight || !shown.delete(String(id))) return c.json({ token: null });
  const token = randomUUID();
  tokens.add(token);
  return c.json({ token });
}

type Place = { left: number; top: number; width: number; height: number };
const placed = ({ left, top, width, height }: Place): string =>
  `position:absolute;left:${left}px;top:${top}px;width:${width}px;height:${height}px`;

const ship = `<path d="M15 55h60l-10 18H25z" fill="#246"/><path d="M43 15v36M43 18l24 30H43z" stroke="#246" fill="#8bd"/><text x="26" y="69" font-size="11" fill="#fff">${WORD}</text>`;
const lorry =
  '<path d="M10 30h44v30H10zM54 40h18l8 12v8H54z" fill="#a63"/><circle cx="26" cy="64" r="7"/><circle cx="64" cy="64" r="7"/>';
const picture = (tile: number) =>
  raw(`<svg width="84" height="84" viewBox="0 0 90 90">${ships.includes(tile) ? ship : lorry}</svg>`);

function framePage(c: Context) {
  const id = randomUUID();
  shown.add(id);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>CAPTCHA</title>
        <style>
          body {
            margin: 0;
            font: 14px sans-serif;
            background: #eef;
          }
          button {
            padding: 0;
            border: 2px solid #99a;
            background: #fff;
            border-radius: 4px;
          }
          button[aria-pressed='true'] {
            border-color: #0a6;
            background: #cfe;
          }
          [hidden] {
            display: none;
          }
        </style>
      </head>
      <body>
        <button id="box" style="${placed(boxPlace)}" aria-pressed="false">I am a person</button>
        <div id="task" hidden>
          ${tilePlaces.map(
            (place, tile) =>
              html`<button class="tile" style="${placed(place)}" aria-pressed="false">
                ${picture(tile)}
              </button>`,
          )}
          <input
            id="word"
            style="${placed(wordPlace)}; box-sizing: border-box"
            placeholder="Name on the ships"
            autocomplete="off"
          />
          <button id="verify" style="${placed(verifyPlace)}">Verify</button>
        </div>
        <script>
          ${raw(frameScript(id, at(c, '/widget/verify')))};
        </script>
      </body>
    </html>`;
}

const frameScript = (id: string, verifyAt: string): string => `
  let clicks = 0, keys = 0;
  const part = (name) => document.getElementById(name);
  const tiles = [...document.querySelectorAll('.tile')];
  const onPerson = (element, act) => element.addEventListener('click', (event) => {
    if (!event.isTrusted) return;
    clicks += 1;
    act();
  });
  part('word').addEventListener('keydown', (event) => {
    if (event.isTrusted && event.key.length === 1) keys += 1;
  });
  onPerson(part('box'), () => { part('task').hidden = false; });
  for (const tile of tiles)
    onPerson(tile, () => tile.setAttribute('aria-pressed', tile.getAttribute('aria-pressed') !== 'true'));
  onPerson(part('verify'), async () => {
    const chosen = tiles.flatMap((tile, n) => (tile.getAttribute('aria-pressed') === 'true' ? [n] : []));
    const body = JSON.stringify({ id: ${JSON.stringify(id)}, chosen, word: part('word').value, clicks, keys });
    const answer = await fetch(${JSON.stringify(verifyAt)}, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { token } = await answer.json();
    part('box').textContent = token ? 'Solved' : 'Try again';
    if (!token) return;
    part('task').hidden = true;
    parent.postMessage({ token }, '*');
  });`;
