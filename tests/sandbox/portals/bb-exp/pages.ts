/** Pages of the EXP portal with the mechanics of Oracle APEX: items by id, links that submit by script. */
import { html, raw } from 'hono/html';
import { page, type Html } from '#tests/sandbox/framework/html.ts';
import { expFields, expNumber } from './fields.ts';
import type { Exp } from './seed.ts';

const APP = '112';
export const PAGE = {
  home: '1',
  profile: '5',
  issue: '60',
  correction: '65',
  duplicate: '70',
  list: '95',
  search: '92',
  report: '93',
  login: '101',
  otp: '102',
  password: '103',
} as const;
type PageId = (typeof PAGE)[keyof typeof PAGE];

/** `changed` selects another layout of the same page, with other ids and words. */
type Layout = { changed: boolean };

const script = raw(`<script>
var apex = { submit: function (request) { var f = document.getElementById('wwvFlowForm'); f.p_request.value = request; f.submit(); } };
function showMenu() { document.getElementById('menu_transaction').hidden = false; }
</script>`);

export function urlOf(pageId: PageId, session: string, items: Record<string, string> = {}): string {
  const names = Object.keys(items).join(',');
  const values = Object.values(items).map(encodeURIComponent).join(',');
  return `f?p=${APP}:${pageId}:${session}${names ? `::NO::${names}:${values}` : ''}`;
}

export function form(pageId: PageId, session: string, body: Html): Html {
  return html`<form id="wwvFlowForm" action="wwv_flow.accept" method="post" autocomplete="off">
    <input type="hidden" name="p_flow_id" value="${APP}" />
    <input type="hidden" name="p_flow_step_id" value="${pageId}" />
    <input type="hidden" name="p_instance" value="${session}" />
    <input type="hidden" name="p_request" value="" />
    ${body}
  </form>`;
}

export const item = (id: string, label: string, type = 'text', value: string | undefined = ''): Html =>
  html`<p>
    <label for="${id}">${label}</label><input id="${id}" name="${id}" type="${type}" value="${value}" />
  </p>`;
export const submitLink = (text: string, request: string): Html =>
  html`<a class="button" href="javascript:apex.submit('${raw(request)}');">${text}</a>`;
export const alert = (words: string): Html | '' =>
  words ? html`<div class="alert t-Alert" role="alert">${words}</div>` : '';

export function loginPage(
  session: string,
  words: string,
  { changed, captcha }: Layout & { captcha: boolean },
): Html {
  const id = changed ? 'P101_USER_ID' : 'P101_USERNAME';
  const secret = changed ? 'P101_SECRET' : 'P101_PASSWORD';
  const body = html`<h1>${changed ? 'Welcome' : 'Online EXP Login'}</h1>
    ${alert(words)} ${item(id, changed ? 'Operator' : 'Username')}
    ${item(secret, changed ? 'Secret' : 'Password', 'password')} ${captcha ? captchaWidget : ''}
    ${submitLink(changed ? 'Enter' : 'Login', 'LOGIN')}`;
  return page('Online EXP: Login', form(PAGE.login, session, body), script);
}

/** What a person would read in the picture. */
export const CAPTCHA_ANSWER = 'SANDBOX';
/** Tilted characters, as a picture. */
const captchaPicture = encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" width="180" height="48"><rect width="180" height="48" fill="#ddd"/>${[
    ...CAPTCHA_ANSWER,
  ]
    .map(
      (letter, n) =>
        `<text x="${14 + n * 23}" y="${30 + (n % 3) * 5}" font-size="${20 + (n % 2) * 6}" transform="rotate(${(n % 4) * 5 - 8} ${14 + n * 23} 30)">${letter}</text>`,
    )
    .join('')}<path d="M0 30 Q45 5 90 28 T180 18" stroke="#666" fill="none"/></svg>`,
);
const captchaWidget = html`<div class="captcha">
  <img alt="CAPTCHA" width="180" height="48" src="data:image/svg+xml,${raw(captchaPicture)}" />
  ${item('P101_CAPTCHA', 'Type the characters shown')}
</div>`;

export function otpPage(session: string, words: string): Html {
  const body = html`<h1>One-Time Password</h1>
    ${alert(words)}
    <p>A code was sent to your registered mobile number.</p>
    ${item('P102_OTP', 'One-Time Password')} ${submitLink('Verify', 'VERIFY')}`;
  return page('Online EXP: One-Time Password', form(PAGE.otp, session, body), script);
}

export function passwordPage(session: string): Html {
  const body = html`<h1>Change Password</h1>
    ${alert('Your password has expired. Please change it.')}
    ${item('P103_NEW_PASSWORD', 'New Password', 'password')}
    ${item('P103_CONFIRM', 'Confirm Password', 'password')} ${submitLink('Change Password', 'CHANGE')}`;
  return page('Online EXP: Change Password', form(PAGE.password, session, body), script);
}

const entries = {
  search: 'Search EXP Detail Information',
  issue: 'EXP Issue',
  correction: 'EXP Correction',
  duplicate: 'Duplicate EXP Reporting',
  list: 'EXP List',
} as const;

/** Every page behind the login carries the menu; for a user without permission the menu has no entries. */
export function inside(title: string, { session, mayTransact, changed }: Visit, body: Html): Html {
  const links = Object.entries(entries).map(
    ([name, text]) =>
      html`<li><a href="${urlOf(PAGE[name as keyof typeof entries], session)}">${text}</a></li>`,
  );
  const menu = html`<nav>
      <a href="javascript:showMenu();">${changed ? 'Services' : 'Transaction'}</a>
      <a href="${urlOf(PAGE.profile, session)}">${changed ? 'Me' : 'My Profile'}</a>
      <a href="logout?p_session=${session}">${changed ? 'Leave' : 'Logout'}</a>
    </nav>
    <ul id="menu_transaction" hidden>
      ${mayTransact ? links : ''}
    </ul>`;
  return page(
    `Online EXP: ${title}`,
    html`${menu}
      <h1>${title}</h1>
      ${body}`,
    script,
  );
}

export type Visit = { session: string; user: string; mayTransact: boolean } & Layout;

export function homePage(visit: Visit): Html {
  return inside('Home', visit, html`<p>Welcome, ${visit.user}.</p>`);
}

export function profilePage(visit: Visit, branches: readonly string[]): Html {
  const body = html`<table>
    <tr>
      <th>User</th>
      <td>${visit.user}</td>
    </tr>
    <tr>
      <th>AD branches</th>
      <td>${branches.join(', ')}</td>
    </tr>
  </table>`;
  return inside('My Profile', visit, body);
}

export type Search = { adCode: string; serial: string; year: string };

export function searchPage(visit: Visit, search: Search, found: Exp | string | undefined): Html {
  const { changed } = visit;
  const fields = html`${typeof found === 'string' ? alert(found) : ''}
    ${item(changed ? 'P92_DEALER' : 'P92_AD_CODE', changed ? 'Dealer' : 'AD Code', 'text', search.adCode)}
    ${item(changed ? 'P92_NUMBER' : 'P92_SERIAL', changed ? 'Number' : 'EXP Serial', 'text', search.serial)}
    ${item(changed ? 'P92_PERIOD' : 'P92_YEAR', changed ? 'Period' : 'EXP Year', 'text', search.year)}
    ${submitLink(changed ? 'Find' : 'Search', 'SEARCH')}
    <a class="button" href="${urlOf(PAGE.home, visit.session)}">Back</a>`;
  const body = html`${form(PAGE.search, visit.session, fields)}
  ${found && typeof found !== 'string' ? details(visit, found) : ''}`;
  return inside('Search EXP Detail Information', visit, body);
}

function details({ session, changed }: Visit, exp: Exp): Html {
  const items = { P93_AD_CODE: exp.adCode, P93_SERIAL: exp.serial, P93_YEAR: exp.year };
  return html`<h2>EXP Detail</h2>
    <table id="${changed ? 'R1' : 'EXP_DETAIL'}" aria-label="${changed ? 'Record' : 'EXP Detail'}">
      ${expFields(exp).map(
        ([label, value]) =>
          html`<tr>
            <th scope="row">${label}</th>
            <td>${value}</td>
          </tr>`,
      )}
    </table>
    <p>
      <a class="button" href="${urlOf(PAGE.report, session, items)}">${changed ? 'Output' : 'Print EXP'}</a>
    </p>`;
}

export function reportPage(visit: Visit, exp: Exp): Html {
  const query = new URLSearchParams({
    p_instance: visit.session,
    p_ad_code: exp.adCode,
    p_serial: exp.serial,
    p_year: exp.year,
  });
  const body = html`<p><a class="button" href="${urlOf(PAGE.search, visit.session)}">Back</a></p>
    ${
      visit.changed
        ? html`<p>The report ${expNumber(exp)} is being prepared.</p>`
        : html`<iframe title="EXP Report" src="PRINT_REPORT?${raw(query.toString())}"></iframe>`
    }`;
  return inside('Print EXP', visit, body);
}

export function messagePage(visit: Visit, words: string): Html {
  return inside('Message', visit, alert(words) || html``);
}
