/** The pages behind the sign-in of the forwarder's portal that a probe opens, most of them in its frame. */
import type { ProbePage } from '#activities/portals/probe-pages.ts';

export const probePages: readonly ProbePage[] = [
  {
    page: 'search-po',
    steps: [{ follow: 'menu.shipper' }],
    frame: 'frame',
    shows: ['tabs.searchPo', 'tabs.searchSo', 'tabs.receipts', 'searchPo.orderNo', 'searchPo.search'],
  },
  {
    page: 'search-so',
    steps: [{ follow: 'menu.shipper' }, { follow: 'tabs.searchSo', frame: 'frame' }],
    frame: 'frame',
    shows: ['searchSo.so', 'searchSo.orderNo', 'searchSo.search'],
  },
  {
    page: 'receipts',
    steps: [{ follow: 'menu.shipper' }, { follow: 'tabs.receipts', frame: 'frame' }],
    frame: 'frame',
    shows: ['receipts.so', 'receipts.search'],
  },
  {
    page: 'documents',
    steps: [{ follow: 'menu.documents' }],
    frame: 'frame',
    shows: [
      'documents.client',
      'documents.clientOpen',
      'documents.objectType',
      'documents.number',
      'documents.search',
    ],
  },
];
