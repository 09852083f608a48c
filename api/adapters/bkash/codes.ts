/** bKash's official codes, grouped by what they mean for a payment (bkash.md 4.1). */
import type { FailureKind } from './types.ts';

type CodeClass =
  | 'config'
  | 'payer'
  | 'alreadyDone'
  | 'notApproved'
  | 'unknown'
  | 'ours'
  | 'terminal'
  | 'refund'
  | 'agreement'
  | 'auth';

const codesByClass: Record<CodeClass, string> = {
  config: '2001 2044 2046 2061 2063 2064 2066 2067 2080 2081 2082',
  payer:
    '2009 2010 2011 2013 2014 2015 2016 2017 2018 2019 2023 2029 2037 2038 2039 2040 2041 2043 2045 2057 2058 2059',
  // bKash does not document which of these codes a second execute returns, so each one triggers a query.
  alreadyDone: '2062 2068 2116 2117 2119 payment_already_completed',
  notApproved: '2056 2060 invalid_payment_state',
  unknown: '2003 2020 2024 503 9999',
  ours: '2004 2005 2006 2007 2008 2012 2021 2022 2025 2027 2030 2031 2032 2036 2047 2048 2049 2065 2118 invalid_amount',
  terminal: '2002 2033 2069 invalid_payment_id',
  refund:
    '2026 2028 2034 2035 2042 2071 2072 2073 2074 2075 2076 2077 2078 2127 refund_amount_exceed_payment_amount',
  agreement: '2050 2051 2052 2053 2054 2055',
  auth: '2079',
};

const kindByClass: Record<CodeClass, FailureKind> = {
  config: 'config',
  payer: 'refused',
  alreadyDone: 'alreadyDone',
  notApproved: 'notApproved',
  unknown: 'unknown',
  ours: 'refused',
  terminal: 'refused',
  refund: 'refused',
  agreement: 'refused',
  auth: 'unauthorized',
};

const isCodeClass = (name: string): name is CodeClass => name in kindByClass;

const kindByCode = new Map(
  Object.entries(codesByClass).flatMap(([name, codes]) =>
    isCodeClass(name) ? codes.split(' ').map((code): [string, FailureKind] => [code, kindByClass[name]]) : [],
  ),
);

/** Classifies a code. An unlisted code is `unknown`: it may mean anything, including that money moved. */
export const kindOfCode = (code: string): FailureKind => kindByCode.get(code) ?? 'unknown';
