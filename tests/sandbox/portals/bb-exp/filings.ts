/** Issue, correction and duplicate reporting on the EXP portal: what the forms show, and what submitting them does. */
import type { Context } from 'hono';
import type { PortalTools } from '#tests/sandbox/framework/portal.ts';
import type { User } from '#tests/sandbox/framework/users.ts';
import { HOUR_MS } from '#tests/sandbox/framework/durations.ts';
import { findInBook, isCertified, issueMode, listExps, newSerial, storesCapitals } from './book.ts';
import { date, dateOf, expNumber } from './fields.ts';
import { formOfExp, issuePage, listPage, type FilingForm, type Said } from './filing-pages.ts';
import {
  centsOf,
  correctedItems,
  dayOf,
  factsOf,
  FormError,
  issueItems,
  refuseIncomplete,
  reportItems,
  textsOf,
  type Texts,
} from './items.ts';
import { PAGE, urlOf, type Search, type Visit } from './pages.ts';
import {
  refusalOfCorrection,
  refusalOfIssue,
  refusalOfReport,
  refusalToCorrect,
  refusalToReport,
} from './rules.ts';
import { addDays, type Bill, type Exp, type Report } from './seed.ts';

/** In the mode `adApproval` an EXP gets its number when the clock has advanced by this time. */
const CERTIFICATION_MS = HOUR_MS;
/** A report without a bank bill is dated this many days after the shipment. */
const REPORT_DAYS = 7;
const NO_DATA = 'No data found.';
const NOT_AUTHORIZED_AD = 'You are not authorized for this AD.';

const correctionForm: FilingForm = {
  page: PAGE.correction,
  title: 'EXP Correction',
  submit: 'Apply Changes',
  items: [...correctedItems, { name: 'REASON', label: 'Reason' }],
};
const duplicateForm: FilingForm = {
  page: PAGE.duplicate,
  title: 'Duplicate EXP Reporting',
  submit: 'Submit',
  items: reportItems,
};

type Items = Record<string, string | undefined>;
type Done = { words: string; exp: Exp };

/** The EXP, or the portal's message that says why there is none. */
export function lookUp(tools: PortalTools, user: User, { adCode, serial, year }: Search): Exp | string {
  if (!user.scope?.includes(adCode)) return NOT_AUTHORIZED_AD;
  const exp = findInBook(tools, { adCode, serial, year });
  return exp && isCertified(tools, exp) ? exp : NO_DATA;
}

/** The page, if it is one of those in this file. */
export function showFiling(tools: PortalTools, pageId: string, given: Items, visit: Visit, user: User) {
  const items = ofPage(pageId, given);
  if (pageId === PAGE.list) return shownList(tools, items, visit, user);
  if (pageId === PAGE.issue) return issuePage(visit, issueItems, saidOf(tools, items));
  if (pageId === PAGE.correction)
    return shownForm(tools, correctionForm, items, { visit, user, refusal: refusalToCorrect });
  if (pageId === PAGE.duplicate)
    return shownForm(tools, duplicateForm, items, { visit, user, refusal: refusalToReport });
  return undefined;
}

/** `P60_INVOICE_NO` → `INVOICE_NO`. */
function ofPage(pageId: string, items: Items): Texts {
  const prefix = `P${pageId}_`;
  const own = Object.entries(items).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(own.map(([name, text]) => [name.slice(prefix.length), text ?? '']));
}

const searchOf = ({ AD_CODE = '', SERIAL = '', YEAR = '' }: Texts): Search => ({
  adCode: AD_CODE,
  serial: SERIAL,
  year: YEAR,
});

function saidOf(tools: PortalTools, items: Texts): Said | undefined {
  const { MESSAGE, DONE } = items;
  if (MESSAGE) return { words: MESSAGE, isProcessed: false };
  if (!DONE) return undefined;
  const exp = findInBook(tools, searchOf(items));
  return { words: DONE, isProcessed: true, ...(exp && isCertified(tools, exp) ? { exp } : {}) };
}

function shownForm(
  tools: PortalTools,
  form: FilingForm,
  items: Texts,
  { visit, user, refusal }: { visit: Visit; user: User; refusal: (exp: Exp) => string | undefined },
) {
  const search = searchOf(items);
  const said = saidOf(tools, items);
  if (said || !search.adCode) return formOfExp(visit, form, { search, said });
  const exp = lookUp(tools, user, search);
  const refused = typeof exp === 'string' ? exp : refusal(exp);
  if (typeof exp === 'string' || refused)
    return formOfExp(visit, form, { search, said: { words: refused ?? '', isProcessed: false } });
  const texts = form === correctionForm ? textsOf(exp) : {};
  return formOfExp(visit, form, { search, exp, texts });
}

function shownList(tools: PortalTools, items: Texts, visit: Visit, user: User) {
  const { INVOICE_NO = '', DATE_FROM = '', DATE_TO = '' } = items;
  if (!INVOICE_NO && !DATE_FROM && !DATE_TO) return listPage(visit, items, undefined);
  const filter = { invoiceNo: INVOICE_NO, from: dateOf(DATE_FROM), to: dateOf(DATE_TO) };
  const exps = listExps(tools, user.scope ?? [], filter);
  tools.note({ kind: 'lookup', user: user.username, key: INVOICE_NO, result: String(exps.length) });
  return listPage(
    visit,
    items,
    exps.map((exp) => ({ exp, hasNumber: isCertified(tools, exp) })),
  );
}

/** The effect of a submitted form, and the page that it leads to. */
export function acceptFiling(
  c: Context,
  tools: PortalTools,
  { body, user }: { body: Items; user: User },
): Response | undefined {
  const pageId = body['p_flow_step_id'] ?? '';
  const session = body['p_instance'] ?? '';
  const texts = ofPage(pageId, body);
  const leadTo = (items: Texts): Response => {
    const named = Object.entries(items).map(([name, text]) => [`P${pageId}_${name}`, text]);
    return c.redirect(urlOf(pageId as typeof PAGE.issue, session, Object.fromEntries(named) as Texts));
  };
  const { AD_CODE = '', SERIAL = '', YEAR = '', INVOICE_NO = '', DATE_FROM = '', DATE_TO = '' } = texts;
  if (pageId === PAGE.list) return leadTo({ INVOICE_NO, DATE_FROM, DATE_TO });
  const file = filers[pageId];
  if (!file) return undefined;
  if (body['p_request'] === 'SEARCH') return leadTo({ AD_CODE, SERIAL, YEAR });
  try {
    const { words, exp } = file(c, tools, texts, user);
    return leadTo({ AD_CODE: exp.adCode, SERIAL: exp.serial, YEAR: exp.year, DONE: words });
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    return leadTo({ MESSAGE: error.message });
  }
}

type Filer = (c: Context, tools: PortalTools, texts: Texts, user: User) => Done;
const filers: Record<string, Filer> = {
  [PAGE.issue]: issue,
  [PAGE.correction]: correct,
  [PAGE.duplicate]: reportDuplicate,
};

/** A search on a filing's page files nothing. */
export const files = (body: Items): boolean =>
  filers[body['p_flow_step_id'] ?? ''] !== undefined && body['p_request'] !== 'SEARCH';

function refuse(words: string | undefined): void {
  if (words) throw new FormError(words);
}

/** An EXP has the date of its invoice, so that the same form gives the same EXP on any day. */
function issue(c: Context, tools: PortalTools, texts: Texts, user: User): Done {
  refuseIncomplete(issueItems, texts);
  const facts = factsOf(texts);
  const year = facts.invoiceDate.slice(0, 4);
  const key = [facts.exporter.erc, facts.invoiceNo, facts.invoiceDate].join('|');
  const waits = issueMode(tools) === 'adApproval';
  const exp: Exp = {
    ...facts,
    year,
    serial: newSerial(tools, { adCode: facts.adCode, year }, key),
    expDate: facts.invoiceDate,
    status: 'Issued',
    revision: 0,
    ...(waits ? { certifiedAt: new Date(tools.now().getTime() + CERTIFICATION_MS).toISOString() } : {}),
    bill: null,
    report: null,
    duplicateReportedOn: null,
    realisedValueCents: null,
    realisedOn: null,
  };
  refuse(refusalOfIssue(tools, exp, user.scope ?? []));
  tools.commit(c, expNumber(exp), exp, user.username, key);
  const outcome = waits ? 'Submitted to the AD for certification.' : `EXP No ${expNumber(exp)}`;
  return { words: `Action Processed. ${outcome}`, exp };
}

function existing(tools: PortalTools, texts: Texts, user: User): Exp {
  const exp = lookUp(tools, user, searchOf(texts));
  if (typeof exp === 'string') throw new FormError(exp);
  return exp;
}

function correct(c: Context, tools: PortalTools, texts: Texts, user: User): Done {
  const exp = existing(tools, texts, user);
  refuse(refusalToCorrect(exp));
  refuseIncomplete(correctionForm.items, texts);
  const before = textsOf(exp);
  const corrected: Exp = {
    ...exp,
    ...factsOf({ ...before, ...(storesCapitals(tools) ? inCapitals(texts) : texts) }),
    status: 'Corrected',
    revision: exp.revision + 1,
  };
  const after = textsOf(corrected);
  const changed = correctedItems
    .filter(({ name }) => before[name] !== after[name])
    .map(({ name }) => `${name}=${after[name]}`);
  if (changed.length === 0) refuse('No changes to apply.');
  refuse(refusalOfCorrection(corrected));
  const key = [expNumber(exp), ...changed].join('|');
  tools.commit(c, expNumber(exp), corrected, user.username, key);
  return { words: `Action Processed. Revision No ${corrected.revision}`, exp: corrected };
}

/** Entries of lists stay as the lists have them. */
function inCapitals(texts: Texts): Texts {
  const typed = correctedItems.filter(({ choices }) => !choices).map(({ name }) => name);
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, typed.includes(name) ? text.toUpperCase() : text]),
  );
}

function reportDuplicate(c: Context, tools: PortalTools, texts: Texts, user: User): Done {
  const exp = existing(tools, texts, user);
  refuse(refusalToReport(exp));
  refuseIncomplete(reportItems, texts);
  const bill = billOf(texts);
  const report = reportOf(texts, exp);
  refuse(refusalOfReport(exp, bill, report));
  const duplicateReportedOn = report.bankBillDate || addDays(report.shipmentDate, REPORT_DAYS);
  const reported: Exp = { ...exp, status: 'Duplicate Reported', bill, report, duplicateReportedOn };
  tools.commit(c, expNumber(exp), reported, user.username);
  return {
    words: `Action Processed. Report Ref ${report.ref}, reported on ${date(duplicateReportedOn)}`,
    exp: reported,
  };
}

const billOf = (texts: Texts): Bill => ({
  office: texts['BILL_OF_EXPORT_OFFICE'] ?? '',
  no: texts['BILL_OF_EXPORT_NO'] ?? '',
  date: dayOf(texts['BILL_OF_EXPORT_DATE'] ?? ''),
});

const reportOf = (texts: Texts, exp: Exp): Report => ({
  ref: `DUP-${exp.adCode}${exp.serial}`,
  transportType: texts['TRANSPORT_DOC_TYPE'] ?? '',
  transportNo: texts['TRANSPORT_DOC_NO'] ?? '',
  shipmentDate: dayOf(texts['SHIPMENT_DATE'] ?? ''),
  carrier: texts['CARRIER_NAME'] ?? '',
  shippedQuantity: Number((texts['SHIPPED_QUANTITY'] ?? '').replaceAll(',', '')),
  shippedValueCents: centsOf(texts['SHIPPED_VALUE'] ?? ''),
  bankBillNo: texts['BANK_BILL_NO'] ?? '',
  bankBillDate: texts['BANK_BILL_DATE'] ? dayOf(texts['BANK_BILL_DATE']) : '',
});
