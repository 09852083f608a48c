/**
 * Settings of the customs portal that may need adjusting to the live site: addresses, labels, ids, messages and
 * timeouts.
 */
import { definePageMap } from '#activities/portals/page-texts.ts';
import { customsPortalMessages } from './messages.ts';

export const config = definePageMap({
  formPath: '/portal/services/billTracking/billTracking.jsf',
  form: {
    office: 'Customs Office',
    officeId: '[id="billForm:office"]',
    serial: 'Registration Serial',
    serialId: '[id="billForm:serial"]',
    number: 'Registration Number',
    numberId: '[id="billForm:number"]',
    year: 'Year',
    yearId: '[id="billForm:year"]',
    retrieve: 'Retrieve B/E Status',
  },
  captcha: {
    picture: 'img[alt*="captcha" i], [id="captchaForm:image"]',
    answer: '[id="captchaForm:answer"]',
    prompt: customsPortalMessages.asksForCharacters(),
    /** The CAPTCHA of a third party: its frame, and the field of the form that receives its token. */
    widget: 'iframe[title*="captcha" i], iframe[src*="captcha" i]',
    token: '[name="g-recaptcha-response"]',
    widgetPrompt: customsPortalMessages.asksForPerson(),
    wrong: /characters do not match|confirm .* that you are a person/i,
  },
  /** `document`: `linked` if `print` is a link to a PDF, and `printed` if the page itself is the evidence. */
  status: {
    table: '[id="billStatus"]',
    manifest: '[id="manifest"]',
    document: 'linked',
    print: 'Print',
    none: '#noManifest',
  },
  back: 'BACK TO MAIN PAGE',
  alert: '[role=alert], .alert',
  notFound: /no record for given parameters/i,
  viewLost: /view could not be restored/i,
  /** Maximum number of CAPTCHA answers per bill before the row fails. */
  captchaTriesMax: 3,
  timeouts: { navigationMs: 45_000, elementMs: 5_000, downloadMs: 60_000 },
});
