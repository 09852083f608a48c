/** Events after DCSA's standard, as the tracking page would show them. */
import { describe, expect, test } from 'vitest';
import { eventsAnswer, toTracking } from '#activities/portals/maersk-track/dcsa-events.ts';
import { sizeAndType } from '#activities/portals/maersk-track/equipment-codes.ts';

const chattogram = {
  locationName: 'New Mooring Container Terminal',
  UNLocationCode: 'BDCGP',
  address: { cityName: 'Chattogram', country: 'Bangladesh' },
};
const hamburg = { UNLocationCode: 'DEHAM', address: { cityName: 'Hamburg', country: 'Germany' } };

const event = (
  at: string,
  {
    place = chattogram,
    call = 'first',
    ...more
  }: Record<string, unknown> & { place?: object; call?: string },
) => ({
  eventType: 'EQUIPMENT',
  eventDateTime: `${at}:00+06:00`,
  eventCreatedDateTime: '2026-11-01T00:00:00Z',
  eventClassifierCode: 'ACT',
  equipmentReference: 'MRKU5295187',
  emptyIndicatorCode: 'LADEN',
  transportCall: { transportCallID: call, location: place },
  ...more,
});
const equipment = (at: string, equipmentEventTypeCode: string, more: object = {}) =>
  event(at, { equipmentEventTypeCode, ...more });
const transport = (at: string, transportEventTypeCode: string, more: object = {}) =>
  event(at, { eventType: 'TRANSPORT', equipmentReference: undefined, transportEventTypeCode, ...more });

const tracked = (...events: object[]) => toTracking(eventsAnswer.parse({ events }).events);
const shownOf = (...events: object[]): string[] | undefined =>
  tracked(...events)?.containers[0]?.locations.flatMap((place) =>
    place.events.map(({ activity, event_time }) => `${activity} ${event_time}`),
  );

describe('the events of a container', () => {
  test('an event that has happened takes the place of its plan, and a newer estimate that of an older one', () => {
    const plan = { eventClassifierCode: 'PLN', eventCreatedDateTime: '2026-12-01T00:00:00Z' };
    const older = {
      eventClassifierCode: 'EST',
      eventCreatedDateTime: '2026-10-01T00:00:00Z',
      place: hamburg,
    };
    const newer = { ...older, eventCreatedDateTime: '2026-11-05T00:00:00Z' };
    expect(
      shownOf(
        equipment('2026-11-03T10:00', 'LOAD'),
        equipment('2026-11-01T10:00', 'LOAD', plan),
        equipment('2026-12-09T10:00', 'DISC', newer),
        equipment('2026-12-05T10:00', 'DISC', older),
      ),
    ).toEqual(['LOAD 2026-11-03T10:00', 'DISCHARG 2026-12-09T10:00']);
  });

  test('the same that happened twice at a place without a call is shown twice', () => {
    const onTruck = { transportCall: { location: chattogram } };
    expect(
      shownOf(
        equipment('2026-11-02T10:00', 'GTIN', onTruck),
        equipment('2026-11-02T10:00', 'GTIN', onTruck),
        equipment('2026-11-03T10:00', 'GTIN', onTruck),
        equipment('2026-11-09T10:00', 'GTIN', { ...onTruck, eventClassifierCode: 'PLN' }),
      ),
    ).toEqual(['GATE-IN 2026-11-02T10:00', 'GATE-IN 2026-11-03T10:00']);
  });

  test('the arrival of a vessel concerns the containers on it, or those that it names', () => {
    const other = 'MSKU0383250';
    const tracking = tracked(
      equipment('2026-11-03T10:00', 'LOAD'),
      equipment('2026-11-03T10:00', 'LOAD', { equipmentReference: other, call: 'second' }),
      transport('2026-11-04T10:00', 'DEPA'),
      transport('2026-11-05T10:00', 'DEPA', {
        call: 'third',
        references: [{ referenceType: 'EQ', referenceValue: other }],
      }),
      transport('2026-12-01T10:00', 'ARRI', { place: hamburg, call: 'last' }),
    );
    const timesOf = tracking?.containers.map(({ container_num, locations }) => [
      container_num,
      locations.flatMap(({ events }) => events.map(({ event_time }) => event_time.slice(5, 10))),
    ]);
    expect(timesOf).toEqual([
      ['MRKU5295187', ['11-03', '11-04', '12-01']],
      [other, ['11-03', '11-05', '12-01']],
    ]);
    expect(tracking).toMatchObject({ origin: { city: 'Chattogram' }, destination: { city: 'Hamburg' } });
  });

  test.each([
    ['IN TRANSIT', [equipment('2026-11-03T10:00', 'LOAD')]],
    ['ARRIVED', [equipment('2026-12-01T10:00', 'DISC', { place: hamburg })]],
    [
      'DELIVERED',
      [
        equipment('2026-12-01T10:00', 'DISC', { place: hamburg }),
        equipment('2026-12-03T10:00', 'GTOT', { place: hamburg }),
      ],
    ],
    [null, [equipment('2026-11-03T10:00', 'LOAD', { eventClassifierCode: 'EST' })]],
  ])('a container is %s by its last events', (status, events) => {
    const planned = equipment('2026-12-02T10:00', 'DISC', { place: hamburg, eventClassifierCode: 'EST' });
    expect(tracked(...events, planned)?.containers[0]?.status).toBe(status);
  });

  test('a place without an address is named by its code', () => {
    const bare = { transportCallID: null, UNLocationCode: 'LKCMB', otherFacility: 'A terminal' };
    expect(
      tracked(equipment('2026-11-03T10:00', 'DISC', { transportCall: bare }))?.containers[0],
    ).toMatchObject({
      locations: [{ city: 'LKCMB', site_code: 'LKCMB', terminal: 'A terminal' }],
    });
  });

  test('news of documents, and equipment that is not named yet, are no container', () => {
    const unnamed = equipment('2026-11-03T10:00', 'GTOT', { equipmentReference: undefined });
    expect(tracked({ eventType: 'SHIPMENT', shipmentEventTypeCode: 'CONF' }, unnamed)).toBeNull();
  });

  test('an event that the page has no name for is shown by the name of the standard', () => {
    expect(shownOf(equipment('2026-11-03T10:00', 'STUF'), equipment('2026-11-04T10:00', 'ZZZZ'))).toEqual([
      'STUFFED 2026-11-03T10:00',
      'ZZZZ 2026-11-04T10:00',
    ]);
  });
});

test.each([
  ['22G1', '20', 'Dry'],
  ['45G1', '40', 'Dry High'],
  ['45R1', '40', 'Reefer High'],
  ['L5G1', '45', 'Dry High'],
  ['22T6', '20', 'Tank'],
  ['99X9', null, '99X9'],
  ['', null, null],
])('the size and type of %s are %s and %s', (code, size, type) => {
  expect(sizeAndType(code)).toEqual({ container_size: size, container_type: type });
});
