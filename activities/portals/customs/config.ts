/** What may differ from memory of the customs portal: addresses, labels, ids, words and our patience. */
import { say } from '#contracts/say.ts';

export const config = {
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
    prompt: say('Bangladesh Customs shows a picture. Type the characters in it.'),
    wrong: /characters do not match/i,
  },
  status: { table: '[id="billStatus"]', manifest: '[id="manifest"]', print: 'Print', none: '#noManifest' },
  back: 'BACK TO MAIN PAGE',
  alert: '[role=alert], .alert',
  notFound: /no record for given parameters/i,
  viewLost: /view could not be restored/i,
  /** A person is asked so often for one bill before the row gives up. */
  captchaTriesMax: 3,
  timeouts: { navigationMs: 45_000, elementMs: 5_000, downloadMs: 60_000 },
};
