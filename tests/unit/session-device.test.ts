/** What a session reveals about its device: browser, system, and the network part of its address. */
import { expect, test } from 'vitest';
import { deviceOf, networkOf } from '#api/domain/accounts/sessions.ts';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge', 'Windows'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 'Chrome', 'Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
    'Safari',
    'iPhone',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Version/18.0 Safari/605.1', 'Safari', 'macOS'],
  ['curl/8.5.0', null, null],
])('the device with the user agent %s is recognised', (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system });
});

test.each([
  ['203.0.113.77', '203.0.113.x'],
  ['2001:db8:85a3::8a2e:370:7334', '2001:db8:85a3:…'],
  ['2001:db8::8a2e:370', '2001:db8:…'],
  ['::1', null],
  ['0000:0000:0000:0000:0000:0000:0000:0001', null],
  ['', null],
  ['unknown', null],
])('the address "%s" is shortened to %s', (address, shortened) => {
  expect(networkOf(address)).toBe(shortened);
});
