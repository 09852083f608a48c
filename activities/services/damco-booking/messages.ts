/** Messages of Damco Booking. */
import { defineMessages } from '#contracts/messages/define.ts';

export const damcoBookingMessages = defineMessages('damco-booking', {
  otherLine: {
    en: 'The order number {order} names another line.',
    bn: 'অর্ডার নম্বর {order}-এ অন্য একটি লাইনের উল্লেখ আছে।',
  },
  nameLineOnce: { en: 'Name the line in one of the two columns.', bn: 'দুটি কলামের একটিতে লাইনের নম্বর দিন।' },
  atMostOrderQty: {
    en: 'Enter no more than the value in the column order_qty.',
    bn: 'order_qty কলামের চেয়ে বেশি দেওয়া যায় না।',
  },
  unusualVolume: { en: '{#value} CBM per carton is unusual.', bn: 'প্রতি কার্টনে {#value} CBM সাধারণত হয় না।' },
  unusualWeight: { en: '{#value} kg per piece is unusual.', bn: 'প্রতি পিসে {#value} কেজি সাধারণত হয় না।' },
  usualRange: { en: 'Usual is {#min} to {#max}.', bn: 'সাধারণত {#min} থেকে {#max}।' },
  bookingDiffers: {
    en: 'The portal has shipping order {so} for this order with {figures}.',
    bn: 'পোর্টালে এই অর্ডারের শিপিং অর্ডার {so} আছে, তবে: {figures}।',
  },
  noLines: { en: 'The order {order} has no lines.', bn: 'অর্ডার {order}-এ কোনো লাইন নেই।' },
  noLine: { en: 'The order {order} has no line {line}.', bn: 'অর্ডার {order}-এ লাইন {line} নেই।' },
  otherStyle: {
    en: 'The portal has style {styles}, not {>style}.',
    bn: 'পোর্টালে স্টাইল {styles}, {>style} নয়।',
  },
  onPortal: {
    en: 'Shipping order {so} is on the portal: {>status}.',
    bn: 'শিপিং অর্ডার {so} পোর্টালে আছে: {>status}।',
  },
  statusShown: { en: 'status {>status}', bn: 'অবস্থা {>status}' },
  moreLine: { en: 'line {line} too', bn: 'লাইন {line}-ও' },
});
