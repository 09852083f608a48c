/** Pages of the customs sandbox: a JSF form with ids that contain colons, and the status of one bill. */
import { html, raw } from 'hono/html';
import { factTable, page, type Html } from '#tests/sandbox/framework/html.ts';
import { hasReached, type Bill, type Step } from './seed.ts';

export const ACTION = '/customs/portal/services/billTracking/billTracking.jsf';
export const CAPTCHA_ANSWER = 'SANDBOX';

type Form = { viewState: string; message: string; captcha: boolean; widget: Html | null; changed: boolean };

/** Tilted letters, as in CAPTCHAs. */
const captchaPicture = raw(
  `<img id="captchaForm:image" alt="CAPTCHA" width="180" height="50" src="data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="180" height="50"><rect width="180" height="50" fill="#eef"/>${[
      ...CAPTCHA_ANSWER,
    ]
      .map(
        (letter, n) =>
          `<text x="${12 + n * 24}" y="${32 + (n % 2) * 6}" font-size="26" font-family="serif" transform="rotate(${(n % 3) * 6 - 6} ${12 + n * 24} 30)">${letter}</text>`,
      )
      .join('')}</svg>`,
  )}">`,
);

export function formPage({ viewState, message, captcha, widget, changed }: Form) {
  const id = (name: string): string => (changed ? `searchPanel:${name}2` : `billForm:${name}`);
  return page(
    'Bill Tracking',
    html`<h1>Bill of Entry / Export Status</h1>
      ${message ? html`<div class="alert" role="alert">${message}</div>` : ''}
      <form id="billForm" method="post" action="${ACTION}">
        <input type="hidden" name="javax.faces.ViewState" value="${viewState}" />
        <p>
          <label for="${id('office')}">${changed ? 'Station' : 'Customs Office'}</label>
          <select id="${id('office')}" name="billForm:office">
            <option value=""></option>
            <option value="101">101 - Dhaka Airport</option>
            <option value="301">301 - Chattogram</option>
          </select>
        </p>
        <p>
          <label for="${id('serial')}">${changed ? 'Letter' : 'Registration Serial'}</label>
          <input id="${id('serial')}" name="billForm:serial" size="2" />
        </p>
        <p>
          <label for="${id('number')}">${changed ? 'No' : 'Registration Number'}</label>
          <input id="${id('number')}" name="billForm:number" />
        </p>
        <p>
          <label for="${id('year')}">Year</label>
          <select id="${id('year')}" name="billForm:year">
            ${Array.from({ length: 15 }, (_, n) => String(2027 - n)).map(
              (year) => html`<option value="${year}">${year}</option>`,
            )}
          </select>
        </p>
        ${
          captcha
            ? html`<p>
                ${captchaPicture}
                <label for="captchaForm:answer">Type the characters</label>
                <input id="captchaForm:answer" name="captchaForm:answer" autocomplete="off" />
              </p>`
            : ''
        }
        ${widget ?? ''}
        <button type="submit" id="billForm:retrieve">Retrieve B/E Status</button>
      </form>`,
  );
}

/** `isLinked`: the manifest is a PDF behind a link. Otherwise the page is all there is, with a button that prints it. */
export function statusPage(bill: Bill, { changed, isLinked }: { changed: boolean; isLinked: boolean }) {
  const { manifest } = bill;
  return page(
    'Bill Status',
    html`<h1>Bill Status</h1>
      ${factTable(changed ? 'statusBox' : 'billStatus', statusPairs(bill))}
      <h2>Manifest</h2>
      ${
        manifest
          ? html`${factTable('manifest', [
                ['Manifest No', manifest.rotation],
                ['Manifest Date', manifest.date],
                ['Vessel', manifest.vessel],
                ['Voyage', manifest.voyage],
                ['Departure Date', manifest.departure],
                ['B/L No', manifest.blNo],
                ['Packages', manifest.packages],
                ['Gross Weight', manifest.grossWeight],
              ])}
              <p>
                ${
                  isLinked
                    ? html`<a
                        id="manifest:print"
                        href="/customs/egm/${bill.office}-${bill.serial}${bill.number}-${bill.year}.pdf"
                        >Print</a
                      >`
                    : html`<button type="button" onclick="window.print()">Print</button>`
                }
              </p>`
          : html`<p id="noManifest">EGM not yet filed.</p>`
      }
      <p><a class="button" href="${ACTION}">BACK TO MAIN PAGE</a></p>`,
  );
}

function statusPairs(bill: Bill): [string, string][] {
  const { number, year } = bill;
  const at = (step: Step, words: string): string => (hasReached(bill, step) ? words : '');
  return [
    ['Office', bill.office],
    ['Registration', `${bill.serial} ${number} ${bill.date}`],
    ['Declarant AIN', bill.ain],
    [bill.type === 'EX1' ? 'Exporter' : 'Consignee', bill.trader],
    ['Type', bill.type],
    ['Items', bill.items],
    ['Lane', bill.lane],
    ['Assessment', at('assessed', `A ${number} ${bill.date}`)],
    ['Payment', at('duty paid', `R ${number} ${bill.date}`)],
    ['Examination', at('examination', `Examined ${bill.date}`)],
    ['Release', at('released', `Exit note ${year}${number} ${bill.date}`)],
    ['Current Step', bill.step],
    ['Last Update', bill.updated],
  ];
}
